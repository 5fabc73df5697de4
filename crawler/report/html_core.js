'use strict';
// Elements, lists that are made as they are looked at, and the filter over them.
// Text of the site is only ever the text of an element, never markup.
const data = JSON.parse(document.getElementById('data').textContent);
const STEP = 40; // rows of a list that are made at once

const make = (name, attributes, ...children) => {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes || {})) {
    if (key === 'onclick') element.addEventListener('click', value);
    else element.setAttribute(key, value);
  }
  element.append(...children.filter(child => child !== null && child !== ''));
  return element;
};
const count = (number, one, many) =>
  `${number.toLocaleString('en')} ${number === 1 ? one : many || one + 's'}`;

// Where all pages are of one origin, it is not said again with each of them.
const origins = new Set((data.pages.url || []).map(url => (url.match(/^https?:\/\/[^/?#]+/) || [''])[0]));
const origin = origins.size === 1 ? [...origins][0] : '';
const short = url => origin && url.startsWith(`${origin}/`) ? url.slice(origin.length) : url;

// An address leads somewhere only where a browser would ask a web server for it.
const address = url => /^https?:\/\//i.test(url) && !url.includes('⟦') && !url.endsWith('…')
  ? make('a', {class: 'url', href: url, rel: 'noreferrer noopener', target: '_blank'}, short(url))
  : plain(url);
const plain = url => make('span', {class: 'url'}, short(url));
const tag = (text, kind) => make('span', {class: kind ? `tag ${kind}` : 'tag'}, text);
const bar = share => {
  const space = 'http://www.w3.org/2000/svg';
  const image = document.createElementNS(space, 'svg');
  image.setAttribute('class', 'bar');
  image.setAttribute('viewBox', '0 0 100 8');
  image.setAttribute('preserveAspectRatio', 'none');
  image.setAttribute('aria-hidden', 'true');
  const part = document.createElementNS(space, 'rect');
  part.setAttribute('width', Math.max(1, share * 100).toFixed(1));
  part.setAttribute('height', '8');
  image.append(part);
  return image;
};
const table = (names, rows) => make('div', {class: 'wide', tabindex: '0'},
  make('table', {},
    make('thead', {}, make('tr', {}, ...names.map(name => make('th', {scope: 'col'}, name)))),
    make('tbody', {}, ...rows.map(cells => make('tr', {},
      ...cells.map(cell => make('td', {}, typeof cell === 'string'
        ? make('span', {class: 'text', dir: 'auto'}, cell) : cell)))))));

// Rows of a long list: a few at first, the next ones by a button.
const growing = (places, row, kind) => {
  const items = make('ul', {class: kind || 'rows'});
  const more = make('button', {type: 'button'});
  let shown = 0;
  const grow = focus => {
    const next = places.slice(shown, shown + STEP).map(place => make('li', {}, row(place)));
    items.append(...next);
    shown += next.length;
    more.hidden = shown >= places.length;
    more.textContent = `Show more: ${shown.toLocaleString('en')} of `
      + `${places.length.toLocaleString('en')} are shown`;
    if (focus && next.length) {
      const first = next[0].querySelector('a, summary, button');
      if (first) first.focus();
    }
  };
  more.addEventListener('click', () => grow(true));
  grow(false);
  return [items, more];
};

// A row that opens: what is inside is made when it does.
const opening = (name, facts, inside) => {
  const content = make('div', {class: 'inside'});
  const found = make('details', {}, make('summary', {class: 'row'}, name, facts), content);
  found.addEventListener('toggle', () => {
    if (found.open && !content.firstChild) content.append(...inside());
  });
  return found;
};

const lists = [];
// haystack(place): what is searched; words like "status:404" end with a space there.
const list = (name, size, haystack, row, kind) => {
  const place = document.querySelector(`#${name} .list`);
  if (!place) return;
  const all = Array.from({length: size}, (_, number) => number);
  lists.push({name, place, all, haystack, row, kind, hay: null});
};

const prepare = one => {
  one.hay = one.hay || one.all.map(number => one.haystack(number).toLowerCase());
};
const matching = (one, words) => {
  if (!words.length) return one.all;
  prepare(one);
  return one.all.filter(number => words.every(word => one.hay[number].includes(word)));
};
const show = (one, words) => {
  const found = matching(one, words);
  const rows = found.length ? growing(found, one.row, one.kind)
    : [make('p', {class: 'quiet'}, words.length ? 'Nothing here has all of these words.' : 'None.')];
  const total = data.totals[one.name] || 0;
  if (total > one.all.length) {
    rows.push(make('p', {class: 'quiet'}, `Of ${total.toLocaleString('en')} in all only `
      + `${one.all.length.toLocaleString('en')} are in this file: scrapy export writes all.`));
  }
  one.place.replaceChildren(...rows);
  const told = document.querySelector(`[data-count="${one.name}"]`);
  const all = one.all.length.toLocaleString('en');
  told.textContent = words.length ? `${found.length.toLocaleString('en')} of ${all}` : all;
  told.parentElement.classList.toggle('none', !found.length);
  return found.length;
};

const box = document.getElementById('filter');
const hint = document.getElementById('hint');
const filter = () => {
  const said = box.value.toLowerCase().match(/\S+/g) || [];
  const words = said.map(word => /^(cluster|status|kind|form|parameter|note|depth):./.test(word)
    ? ` ${word} ` : word);
  const found = lists.map(one => show(one, words));
  hint.textContent = words.length
    ? count(found.reduce((sum, number) => sum + number, 0), 'row') + ' found' : '';
};
// Show what belongs to something: the filter says what is shown, and can be changed.
const only = (words, part) => {
  box.value = words;
  filter();
  document.getElementById(part).scrollIntoView();
  box.focus({preventScroll: true});
};
const start = () => {
  let asked = 0;
  box.addEventListener('input', () => {
    cancelAnimationFrame(asked);
    asked = requestAnimationFrame(filter);
  });
  document.addEventListener('keydown', event => {
    const typing = event.target.matches('input, textarea');
    if (event.key === '/' && !typing && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      box.focus();
    } else if (event.key === 'Escape' && event.target === box && box.value) {
      box.value = '';
      filter();
    }
  });
  filter();
  // What is searched is made ready while nobody waits, as far as the browser can.
  const idle = window.requestIdleCallback || (work => setTimeout(work, 500));
  for (const one of [...lists].reverse()) idle(() => prepare(one));
};
