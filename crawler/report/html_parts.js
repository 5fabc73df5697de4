// Forms, parameters, the map, records, what was not fetched; then the lists begin.
const formRow = number => {
  const form = data.forms[number];
  const name = make('div', {},
    make('span', {class: 'name'}, `${number + 1}. ${form.kind || form.method}`),
    form.name ? make('span', {class: 'quiet text'}, ` ${form.name}`) : '',
    make('span', {class: 'url'}, tag(form.method), short(form.action) || '(no address)'));
  const facts = make('span', {class: 'facts'},
    `${count(form.controls.length + form.more, 'control')} · on ${count(form.pages, 'page')}`);
  return opening(name, facts, () => {
    const found = [];
    if (form.kind) found.push(make('p', {class: 'quiet'}, `Taken for: ${form.kind} (${Math.round(form.sure * 100)} % sure)`));
    if (form.method === 'POST') found.push(make('p', {class: 'quiet'}, `Sent as ${form.enctype}`));
    if (form.controls.length) {
      found.push(table(['name', 'type', 'label', 'value or choices', ''],
        form.controls.map(([control, type, label, value, required]) =>
          [control, type, label, value, required ? 'required' : ''])));
    }
    if (form.more) found.push(make('p', {class: 'quiet'}, `and ${count(form.more, 'more control')}`));
    if (form.buttons.length) found.push(make('p', {class: 'quiet'}, `Buttons: ${form.buttons.join(', ')}`));
    found.push(make('p', {class: 'quiet'}, 'First on: ', address(form.page)));
    found.push(make('button', {type: 'button', onclick: () => only(`form:${number + 1}`, 'pages')},
      `Show its ${count(form.pages, 'page')}`));
    return found;
  });
};
const formWords = number => {
  const form = data.forms[number];
  return [form.method, form.action, form.name, form.page, ` form:${number + 1} kind:${form.kind} `,
    ...form.controls.map(([name, type, label]) => `${name} ${type} ${label}`),
    ...form.buttons].join(' ');
};

const parameterRow = number => {
  const [name, place, size, first] = data.parameters[number];
  return make('div', {class: 'row'},
    make('div', {}, make('span', {class: 'text'}, make('code', {}, name), ' ', tag(place)), address(first)),
    make('span', {class: 'facts'}, 'on ', make('button', {
      type: 'button', class: 'plain', onclick: () => only(`parameter:${number + 1}`, 'pages'),
    }, count(size, 'page'))));
};

const mostPages = data.shapes.reduce((most, row) => Math.max(most, row[3]), 1);
const shapeRow = number => {
  const [level, label, whole, size, own, kinds] = data.shapes[number];
  const name = make('span', {class: 'url', title: whole}, box.value ? whole : label);
  if (!box.value) name.style.paddingLeft = `${Math.min(level, 12) * 1.1}rem`;
  return make('div', {class: 'row'}, name, bar(size / mostPages),
    make('span', {class: 'facts'}, `${count(size, 'page')} · ${count(kinds, 'cluster')}`));
};

const ruleRow = number => {
  const rule = data.skipped[number];
  const name = make('div', {}, make('span', {class: 'name'}, rule.rule),
    make('span', {class: 'quiet text'}, rule.words));
  const facts = make('span', {class: 'facts'},
    `${count(rule.urls, 'address', 'addresses')} · ${count(rule.kinds, 'shape')}`);
  return opening(name, facts, () => {
    // Never a link: some of these would log out or delete.
    const rows = growing(rule.groups, ([shape, size, url, detail, source]) =>
      make('div', {class: 'row'},
        make('div', {}, plain(url),
          detail ? make('span', {class: 'quiet text'}, detail) : '',
          source ? make('span', {class: 'quiet url'}, `met on ${short(source)}`) : ''),
        make('span', {class: 'facts'}, size > 1 ? `${size.toLocaleString('en')} like it` : '')));
    return rule.rest ? [...rows, make('p', {class: 'quiet'},
      `and ${count(rule.rest, 'more address', 'more addresses')}: scrapy export has them`)] : rows;
  });
};

const recordRow = number => {
  const found = data.records[number];
  const name = make('div', {}, make('span', {class: 'name'}, count(found.count, 'record')),
    make('span', {class: 'url'}, tag(found.method), short(found.action)));
  return opening(name, make('span', {class: 'facts'}, found.verdict), () => [
    found.reason ? make('p', {class: 'quiet'}, found.reason) : '',
    make('table', {class: 'narrow'}, make('tbody', {}, ...found.facts.map(([what, said]) =>
      make('tr', {}, make('th', {scope: 'row'}, what), make('td', {}, said))))),
    found.records.length ? make('h3', {}, found.records.length < found.count
      ? `The first ${count(found.records.length, 'record')}` : 'Records') : '',
    found.records.length ? table(found.names, found.records) : '',
  ].filter(part => part !== ''));
};
const recordWords = number => {
  const found = data.records[number];
  return [found.action, found.verdict, ...found.records.map(row => row.join(' '))].join(' ');
};

const interfaceRow = number => {
  const found = data.interfaces[number];
  const name = make('div', {}, make('span', {class: 'name'}, `${found.site}: ${found.domain}`),
    make('span', {class: 'quiet text'}, found.attributes.map(([label]) => label).filter(label => label).join(' · ')));
  const facts = make('span', {class: 'facts'}, count(found.attributes.length + found.more, 'attribute'));
  return opening(name, facts, () => [
    make('p', {class: 'quiet'}, [
      `Taken for a query interface: ${Math.round(found.score * 100)} % sure`,
      found.sure === null ? '' : `of ${found.domain}: ${Math.round(found.sure * 100)} %`,
      found.relevance === null ? '' : `page on the topic: ${found.relevance}`,
    ].filter(text => text).join('; ')),
    make('p', {class: 'url'}, tag(found.method), short(found.action)),
    table(['asks for', 'controls', 'choices'], found.attributes),
    make('p', {class: 'quiet'}, 'On ', address(found.page)),
    found.way.length ? make('p', {class: 'quiet'}, 'Found by way of: ') : '',
    ...found.way.map(url => make('div', {}, address(url))),
  ].filter(part => part !== ''));
};
const interfaceWords = number => {
  const found = data.interfaces[number];
  return [found.site, found.domain, found.name, found.action, found.page,
    ...found.attributes.map(attribute => attribute.join(' '))].join(' ');
};

list('clusters', clusters.length, number => {
  const [id, partition] = clusters[number];
  return `${partition}  cluster:${id} ${members.get(id).map(words).join(' ')}`;
}, clusterRow);
list('forms', data.forms.length, formWords, formRow);
list('parameters', data.parameters.length,
  number => `${data.parameters[number].join(' ')} parameter:${number + 1} `, parameterRow);
list('shapes', data.shapes.length, number => data.shapes[number][2], shapeRow, 'rows map');
list('interfaces', data.interfaces.length, interfaceWords, interfaceRow);
list('records', data.records.length, recordWords, recordRow);
list('skipped', data.skipped.length, number => {
  const rule = data.skipped[number];
  return [rule.rule, rule.words, ...rule.groups.map(group => group.join(' '))].join(' ');
}, ruleRow);
list('pages', (pages.url || []).length, words, pageRow);
start();
