// Runs in every page before its own scripts: notes what they do to the address, which
// elements listen to what, and can tell the DOM as markup. One function, no globals but
// the one whose name the crawler makes up for each page.
(name) => {
  const MOST = 2000;
  const EVENTS = new Set(["click", "dblclick", "mousedown", "mouseup", "mouseover",
    "mouseenter", "mousemove", "pointerdown", "focus", "focusin", "change", "input",
    "keydown", "keyup", "keypress", "touchstart", "toggle", "submit"]);
  const FIRST = ["click", "submit", "change", "input"];
  const routes = [], opened = [], listening = [], closed = new WeakMap();
  const resolved = (url) => new URL(url, document.baseURI).href;
  const note = (list, url) => {
    try {
      const found = resolved(url);
      if (list.length < MOST && !list.includes(found)) list.push(found);
    } catch { /* no URL */ }
  };

  for (const method of ["pushState", "replaceState"]) {
    const own = History.prototype[method];
    History.prototype[method] = function (state, title, url) {
      if (url !== undefined && url !== null) note(routes, url);
      return own.apply(this, arguments);
    };
  }
  window.addEventListener("hashchange", () => note(routes, location.href));
  window.open = (url) => { if (url) note(opened, url); return null; };
  window.print = () => {};
  const listen = EventTarget.prototype.addEventListener;
  EventTarget.prototype.addEventListener = function (type) {
    if (this instanceof Element && EVENTS.has(type) && listening.length < 5 * MOST) {
      listening.push([new WeakRef(this), type]);
    }
    return listen.apply(this, arguments);
  };
  const attach = Element.prototype.attachShadow;
  Element.prototype.attachShadow = function (init) {
    const root = attach.apply(this, arguments);
    if (init && init.mode === "closed") closed.set(this, root);
    return root;
  };
  const shadow = (node) => node.shadowRoot || closed.get(node) || null;

  // All elements in document order, those in shadow trees too.
  const elements = () => {
    const found = [], open = [document.documentElement];
    while (open.length && found.length < 50000) {
      const node = open.pop();
      if (!node) continue;
      found.push(node);
      const root = shadow(node);
      for (let at = node.lastElementChild; at; at = at.previousElementSibling) open.push(at);
      for (let at = root && root.lastElementChild; at; at = at.previousElementSibling) open.push(at);
    }
    return found;
  };

  // Shadow trees become light ones, in a document where nothing runs.
  const flat = () => {
    const inert = document.implementation.createHTMLDocument("");
    const root = inert.importNode(document.documentElement, false);
    const open = [[document.documentElement, root]];
    let left = 200000;
    while (open.length && left > 0) {
      const [node, copy] = open.pop();
      const inside = shadow(node);
      const children = [...(inside ? inside.childNodes : []), ...node.childNodes];
      for (const child of children) {
        left -= 1;
        const deep = child.localName === "template";
        const twin = copy.appendChild(inert.importNode(child, deep));
        if (child.nodeType === 1 && !deep) open.push([child, twin]);
      }
    }
    return root;
  };

  const html = (most) => {
    const shadows = elements().some(shadow);
    const root = shadows ? flat() : document.documentElement;
    const text = root ? root.outerHTML : "";
    const kind = document.doctype ? "<!DOCTYPE html>" : "";
    return text.length > most ? null : (kind + text).toWellFormed();
  };

  const label = (node) => node.localName === "form"
    ? [...node.querySelectorAll("button,input[type=submit]")].flatMap(told) : told(node);
  const told = (node) => [node.innerText, node.title, node.value,
    node.getAttribute("aria-label"), node.getAttribute("alt")]
    .map((text) => String(text || "").slice(0, 200).trim()).filter(Boolean);

  // Handlers of frameworks that listen at the root only (React).
  const props = (node) => {
    const key = Object.keys(node).find(
      (one) => one.startsWith("__reactProps$") || one.startsWith("__reactEventHandlers$"));
    return Object.keys((key && node[key]) || {}).filter((one) => /^on[A-Z]/.test(one))
      .map((one) => one.slice(2).toLowerCase());
  };

  const clickable = (node) => {
    const role = node.getAttribute("role");
    return node.localName === "summary"
      || (node.localName === "button" && (!node.form || node.type === "button"))
      || (node.localName === "input" && node.type === "button")
      || ["button", "link", "menuitem", "tab", "option", "treeitem"].includes(role);
  };
  // What a form sends is not for events, unless a script reads it; a link with a place
  // to go to is a link.
  const barred = (node, type) => {
    if (Object.keys(node).some((key) => key.startsWith("_reactListening"))) return true;
    if (type === "submit") {
      return node.localName !== "form" || node.method !== "get"
        || node.querySelector("input[type=password],input[type=file]") !== null;
    }
    const sends = (node.localName === "button" && node.form && node.type !== "button")
      || (node.localName === "input" && ["submit", "image", "reset"].includes(node.type));
    const link = node.closest("a[href]");
    return sends || node.disabled || (type === "click" && link
      && /^https?:/.test(link.protocol)
      && link.href.split("#")[0] !== location.href.split("#")[0]);
  };

  const candidates = () => {
    const found = [], known = new Map(), times = new Map();
    const add = (node, type) => {
      const types = known.get(node) || new Set();
      if (!EVENTS.has(type) || types.has(type) || barred(node, type)) return;
      known.set(node, types.add(type));
      const inline = node.getAttribute("on" + type) || "";
      const kind = [type, node.localName, node.className, node.getAttribute("role"),
        inline.replace(/\d+/g, "0")].join(" ");
      const count = (times.get(kind) || 0) + 1;
      times.set(kind, count);
      if (count > 3 || found.length >= MOST) return;
      found.push({node, type, texts: label(node),
        names: [node.id, node.getAttribute("name") || "", inline].map((n) => n.slice(0, 300))});
    };
    for (const [reference, type] of listening) {
      const node = reference.deref();
      if (node && node.isConnected) add(node, type);
    }
    for (const node of elements()) {
      for (const each of node.attributes) {
        if (each.name.startsWith("on")) add(node, each.name.slice(2));
      }
      for (const type of [...FIRST, "mouseover"]) {
        if (typeof node["on" + type] === "function") add(node, type);
      }
      props(node).forEach((type) => add(node, type));
      if (clickable(node)) add(node, "click");
    }
    return found;
  };

  let chosen = [];
  const rank = ({type}) => (FIRST.includes(type) ? FIRST.indexOf(type) : FIRST.length);
  const offers = () => {
    chosen = candidates().sort((a, b) => rank(a) - rank(b));
    return chosen.map(({type, texts, names}) => ({type, texts, names}));
  };

  const event = (type) => {
    const how = {bubbles: true, cancelable: true, composed: true, view: window};
    if (/^(click|dblclick|mouse)/.test(type)) return new MouseEvent(type, how);
    if (type.startsWith("pointer")) return new PointerEvent(type, how);
    if (type.startsWith("key")) return new KeyboardEvent(type, {...how, key: "a"});
    if (type.startsWith("focus")) return new FocusEvent(type, how);
    return type === "submit" ? new SubmitEvent(type, how) : new Event(type, how);
  };
  const typed = (node, type) => {
    if (type === "submit") [...node.elements].forEach((each) => typed(each, "input"));
    if (node.localName === "select" && type === "change" && node.options.length > 1) {
      node.selectedIndex = (node.selectedIndex + 1) % node.options.length;
    } else if (/^(input|textarea)$/.test(node.localName) && !node.value
        && /^(input|change|key)/.test(type)) {
      node.value = "a";
    }
  };
  const fire = async (numbers, pause, limit) => {
    const added = [], seen = new Set(), end = performance.now() + limit;
    let size = 0, fired = 0;
    const keep = (markup) => {
      if (size + markup.length > 2000000 || seen.has(markup)) return;
      if (!/\b(href|src|action|formaction)\b|<(form|input)\b/.test(markup)) return;
      seen.add(markup); added.push(markup); size += markup.length;
    };
    const look = (records) => records.forEach((record) => {
      if (record.type === "attributes") {
        keep(record.target.cloneNode(false).outerHTML);
      } else {
        record.addedNodes.forEach((node) => { if (node.outerHTML) keep(node.outerHTML); });
      }
    });
    const observer = new MutationObserver(look);
    const what = {childList: true, subtree: true, attributes: true,
      attributeFilter: ["href", "src", "action", "formaction"]};
    observer.observe(document, what);
    for (const node of elements()) { const root = shadow(node); if (root) observer.observe(root, what); }
    for (const number of numbers) {
      const {node, type} = chosen[number];
      if (performance.now() > end) break;
      if (!node.isConnected) continue;
      fired += 1;
      try {
        typed(node, type);
        if (type === "click" && node.click) node.click(); else node.dispatchEvent(event(type));
      } catch { /* a page's own mistake */ }
      await new Promise((done) => setTimeout(done, pause));
    }
    await new Promise((done) => setTimeout(done, 4 * pause));
    look(observer.takeRecords());
    observer.disconnect();
    return {fired, added};
  };

  const forms = () => elements().filter((node) => node.localName === "form");
  // Forms that a script sends, by their number in the document.
  const scripted = () => {
    const heard = new Set(listening.map(([reference, type]) => {
      const node = reference.deref();
      return type === "submit" ? node : type === "click" && node && node.form;
    }));
    return [...forms().entries()].filter(([, node]) => heard.has(node)
      || typeof node.onsubmit === "function" || props(node).includes("submit"))
      .map(([number]) => number);
  };
  // As a reader fills it in: frameworks hear of each value, then of the submission.
  const fill = (number, values) => {
    const form = forms()[number];
    if (!form) return false;
    const left = new Map(Object.entries(values).map(
      ([key, value]) => [key, value === null ? [] : [].concat(value)]));
    for (const node of form.elements) {
      if (!left.has(node.name) || node.disabled) continue;
      const wanted = left.get(node.name);
      if (["checkbox", "radio"].includes(node.type)) {
        node.checked = wanted.includes(node.value);
      } else if (node.options && node.localName === "select") {
        for (const option of node.options) option.selected = wanted.includes(option.value);
      } else if (!/^(submit|button|image|reset|file|hidden)$/.test(node.type)) {
        const own = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(node), "value");
        own.set.call(node, wanted.shift() ?? "");
      }
      node.dispatchEvent(event("input"));
      node.dispatchEvent(event("change"));
    }
    const button = form.querySelector("[type=submit],button:not([type])");
    form.noValidate = true;
    form.requestSubmit(button && button.form === form ? button : null);
    return true;
  };

  Object.defineProperty(window, name, {
    value: Object.freeze({
      snapshot: (most) => ({html: html(most), url: location.href, forms: document.forms.length,
        scripted: scripted()}),
      told: () => ({routes, opened}),
      offers, fire, fill,
    }),
  });
}
