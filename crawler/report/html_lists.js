// Pages and clusters.
const {pages, sets, clusters} = data;
const members = new Map(clusters.map(([id]) => [id, []]));
pages.cluster = pages.cluster || [];
pages.cluster.forEach((id, page) => { if (members.has(id)) members.get(id).push(page); });
const chosen = new Map();
const tested = new Set();
for (const [page, cluster, why] of data.representatives) {
  if (!chosen.has(cluster)) chosen.set(cluster, []);
  chosen.get(cluster).push([page, why]);
  tested.add(page);
}
const title = page => pages.title[page] || '(no title)';
const kind = page => sets.kinds[pages.kind[page]][0] || 'unknown';
const formsOf = page => sets.forms[pages.forms[page]];
const parametersOf = page => sets.parameters[pages.parameters[page]];
const notesOf = page => sets.notes[pages.notes[page]];
const similarity = page => pages.similarity[page] < 0 ? '' : pages.similarity[page].toFixed(2);

const wordsOf = page => [
  pages.url[page], pages.title[page],
  ` status:${pages.status[page]} kind:${kind(page)} depth:${pages.depth[page]}`
  + ` cluster:${pages.cluster[page]} `
  + formsOf(page).map(number => ` form:${number} `).join('')
  + parametersOf(page).map(number => ` parameter:${number} `).join('')
  + notesOf(page).map(note => ` note:${note.split(' ')[0]} `).join('')
  + (tested.has(page) ? ' to-test ' : ''),
].join(' ').toLowerCase();
// Once for each page: both its own row and that of its cluster are found by it.
const known = [];
const words = page => known[page] === undefined ? known[page] = wordsOf(page) : known[page];

const bytes = number => number < 1000 ? `${number} B`
  : number < 1e6 ? `${(number / 1e3).toFixed(1)} kB` : `${(number / 1e6).toFixed(1)} MB`;
const pageName = page => make('div', {},
  make('span', {class: 'text', dir: 'auto'},
    pages.status[page] >= 400 ? tag(String(pages.status[page]), 'bad') : '',
    tested.has(page) ? tag('to test', 'test') : '', title(page)),
  address(pages.url[page]));

const pageRow = page => {
  const facts = make('span', {class: 'facts'});
  const id = pages.cluster[page];
  if (id >= 0) {
    facts.append(make('button', {
      type: 'button', class: 'plain', onclick: () => only(`cluster:${id}`, 'clusters'),
    }, `cluster ${id}`), ` ${similarity(page)} · `);
  }
  const said = [`depth ${pages.depth[page]}`, bytes(pages.length[page])];
  if (kind(page) !== 'html') said.unshift(kind(page));
  if (pages.status[page] < 400 && pages.status[page] !== 200) said.unshift(pages.status[page]);
  facts.append(said.join(' · '));
  const notes = [...notesOf(page)];
  const twin = data.twins[page];
  if (twin) notes.push(`${twin[0] === 'content' ? 'equal to' : 'nearly equal to'} ${twin[1]}`);
  const name = pageName(page);
  if (notes.length) name.append(make('span', {class: 'quiet url'}, notes.join(' · ')));
  return make('div', {class: 'row'}, name, facts);
};

// Of a member the title is told where it is not that of the cluster.
const memberRow = face => page => make('div', {class: 'row'},
  make('div', {}, address(pages.url[page]),
    title(page) === face ? '' : make('span', {class: 'text quiet', dir: 'auto'}, title(page))),
  make('span', {class: 'facts'}, similarity(page)));

const listed = (number, total) => number < total
  ? make('p', {class: 'quiet'}, `${count(number, 'page')} of ${total.toLocaleString('en')} are listed here.`)
  : '';

// Why the pages are together, in a sentence, and what stands for them.
const clusterInside = ([id, partition, leader, size]) => {
  const own = members.get(id);
  const lowest = own.reduce((low, page) =>
    pages.similarity[page] < 0 ? low : Math.min(low, pages.similarity[page]), 1);
  const exact = own.filter(page => pages.similarity[page] === 1).length;
  const why = size === 1 ? 'No other page has this structure.'
    : `The structure of each of these pages agrees with that of the leader `
      + (lowest < 1 ? `by ${lowest.toFixed(2)} to 1 (above ${data.threshold} they are together); `
        + (exact > 1 ? `${exact.toLocaleString('en')} of ${size.toLocaleString('en')} are the same.`
          : 'none of the others is the same.')
        : 'completely.');
  const found = [make('p', {}, why)];
  if (leader >= 0 && size > 1) found.push(make('p', {class: 'quiet'}, 'Leader: ', plain(pages.url[leader])));
  found.push(make('p', {class: 'quiet'}, `Compared within: ${partition}`));
  const some = chosen.get(id) || [];
  if (some.length) {
    found.push(make('h3', {}, count(some.length, 'representative')));
    found.push(...growing(some, ([page, reason]) => make('div', {class: 'row'}, pageName(page),
      make('span', {class: 'facts'}, reason))));
  } else {
    found.push(make('p', {class: 'quiet'}, 'Nothing of it is to be tested: no page that was answered well, or files only.'));
  }
  if (size > some.length) {
    // The least similar first: there a cluster is doubtful, if it is.
    const rest = own.filter(page => !some.some(([other]) => other === page))
      .sort((a, b) => pages.similarity[a] - pages.similarity[b] || a - b);
    found.push(make('h3', {}, some.length ? 'Other members, the least similar first' : 'Members, the least similar first'), ...growing(rest, memberRow(some.length ? title(some[0][0]) : '')));
  }
  return [...found, listed(own.length, size)];
};

const clusterRow = number => {
  const cluster = clusters[number];
  const [id, partition, leader, size] = cluster;
  const some = chosen.get(id) || [];
  const face = some.length ? some[0][0] : leader;
  const group = partition.split(' ').slice(1).filter(part => part !== '2xx' && part !== 'html');
  const name = make('div', {},
    make('span', {class: 'name text', dir: 'auto'}, face >= 0 ? title(face) : `cluster ${id}`),
    ...group.map(part => tag(part, /^[45]xx$/.test(part) ? 'bad' : '')),
    face >= 0 ? plain(pages.url[face]) : '');
  const facts = make('span', {class: 'facts'},
    `${count(size, 'page')} · ${some.length} to test · cluster ${id}`);
  return opening(name, facts, () => clusterInside(cluster));
};
