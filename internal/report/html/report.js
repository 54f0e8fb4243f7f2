// Filters, page cards and the tree. Text of the tree only ever becomes a text
// node; what is long is made in chunks, when somebody asks for it.
(() => {
  "use strict";
  const data = JSON.parse(document.getElementById("data").textContent);
  const $ = id => document.getElementById(id);
  const severities = ["", "info", "warning", "error"];
  const nouns = ["", "note", "warning", "error"];
  const number = n => n.toLocaleString("en");
  const plural = (n, noun) => number(n) + " " + noun + (n === 1 ? "" : "s");

  // The columns of the data's rows, as html_data.go writes them.
  const P = { path: 0, status: 1, title: 2, desc: 3, image: 4, types: 5, size: 6, lang: 7, url: 8, reason: 9 };
  const F = { rule: 0, sev: 1, file: 2, line: 3, col: 4, msg: 5, fix: 6, source: 7, before: 8, mark: 9, after: 10 };
  const R = { id: 0, summary: 1, docs: 2, refs: 3 };
  const text = i => data.text[i];
  const fileName = i => data.files[i] || "(site)";

  // el makes an element; strings among its children become text.
  function el(name, attributes, ...children) {
    const e = document.createElement(name);
    for (const key in attributes) {
      if (attributes[key] === true) e.setAttribute(key, "");
      else if (attributes[key] || key === "alt") e.setAttribute(key, attributes[key]);
    }
    e.append(...children.filter(c => c !== null && c !== undefined && c !== false && c !== ""));
    return e;
  }
  // link makes a link of a web address, and plain text of anything else.
  function link(url, ...label) {
    return /^https?:\/\//i.test(url) ? el("a", { href: url, rel: "noreferrer" }, ...label) : el("span", {}, ...label);
  }

  // path gives the parts of a path, so that each keeps its place where some
  // are written from right to left: folders from left to right, the line last.
  const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
  function path(name) {
    return rightToLeft.test(name) ? name.split(/(\/)/).map(part => part === "/" ? part : el("bdi", {}, part)) : [name];
  }

  // chunked fills list with the elements that make gives for items, size at a
  // time; a button brings the next ones and hands them the focus.
  function chunked(list, items, size, make) {
    let at = 0;
    function next(focus) {
      const first = list.children.length;
      list.append(...items.slice(at, at + size).map(make));
      at += size;
      if (focus) {
        const e = list.children[first];
        const target = e.matches("summary, button, a") ? e : e.querySelector("summary, a, button, h3") || e;
        if (!target.matches("a, button, summary")) target.tabIndex = -1;
        target.focus();
      }
      if (at < items.length) {
        const rest = items.length - at;
        const more = el("button", { type: "button", class: "more" }, `Show ${number(Math.min(size, rest))} more of ${number(rest)}`);
        more.addEventListener("click", () => { holder.remove(); next(true); });
        const holder = list.matches("ul, ol") ? el("li", {}, more) : more;
        list.append(holder);
      }
    }
    list.replaceChildren();
    next(false);
  }

  // wait calls f when nothing has happened for a moment.
  function wait(f) {
    let timer = 0;
    return () => { clearTimeout(timer); timer = setTimeout(f, 120); };
  }

  // lazily fills a details element when it is opened first.
  function lazily(details, fill) {
    details.addEventListener("toggle", () => {
      if (details.open && !details.dataset.filled) {
        details.dataset.filled = "1";
        fill();
      }
    });
    return details;
  }

  // ---- Findings

  const findings = data.findings;
  const haystack = new Array(findings.length);
  const hay = i => haystack[i] || (haystack[i] = (data.rules[findings[i][F.rule]][R.id] + "\n" + fileName(findings[i][F.file]) + "\n" +
    text(findings[i][F.msg]) + "\n" + text(findings[i][F.fix]) + "\n" + text(findings[i][F.source]) + "\n" +
    text(findings[i][F.before]) + text(findings[i][F.mark]) + text(findings[i][F.after])).toLowerCase());

  function findingItem(i) {
    const f = findings[i];
    const place = f[F.line] ? ":" + f[F.line] + (f[F.col] ? ":" + f[F.col] : "") : "";
    const where = el("p", { class: "where" }, el("code", {}, ...path(fileName(f[F.file])), place));
    if (text(f[F.source])) where.append(el("span", { class: "edit" }, " edit ", el("code", {}, ...path(text(f[F.source])))));
    return el("li", {}, where, el("p", { class: "msg", dir: "auto" }, text(f[F.msg])),
      text(f[F.mark]) && el("pre", { class: "snip", tabindex: "0", role: "group", "aria-label": "Source line" },
        el("code", {}, text(f[F.before]), el("mark", {}, text(f[F.mark])), text(f[F.after]))),
      text(f[F.fix]) && el("p", { class: "fix" }, el("b", {}, "Fix"), " ", el("span", { dir: "auto" }, text(f[F.fix]))));
  }

  const severityTag = s => el("span", { class: "sev " + severities[s] }, nouns[s]);
  const docsLine = r => el("p", { class: "about" }, link(r[R.docs], "Why, and how to mend it"), " ", el("span", { class: "refs" }, r[R.refs]));

  function ruleGroup(g) {
    const r = data.rules[g.rule];
    const list = el("ol", { class: "finds" });
    const rest = g.whole ? data.uncounted[g.key] || 0 : 0;
    const details = el("details", { class: "group" },
      el("summary", {}, el("h3", {}, severityTag(g.sev), " ", el("span", { class: "id" }, r[R.id])), " ",
        el("span", { class: "what" }, r[R.summary]), " ", el("span", { class: "n" }, number(g.items.length + rest))),
      docsLine(r), list,
      rest > 0 && el("p", { class: "remark" }, `… and ${number(rest)} more, which only the other report formats list.`));
    return lazily(details, () => chunked(list, g.items, 50, findingItem));
  }

  function pageGroup(g) {
    const counts = el("span", { class: "n" }, number(g.items.length));
    const page = data.pages[pageOf.get(g.file)];
    const body = el("div", {});
    const details = el("details", { class: "group" },
      el("summary", {}, el("h3", {}, severityTag(g.sev), " ", el("span", { class: "id" }, ...path(fileName(g.file)))), " ",
        el("span", { class: "what", dir: "auto" }, page ? page[P.title] : ""), " ", counts), body);
    return lazily(details, () => {
      const list = el("ol", { class: "finds" });
      body.append(list);
      chunked(list, g.items, 50, i => {
        const item = findingItem(i), r = data.rules[findings[i][F.rule]];
        item.firstChild.prepend(severityTag(findings[i][F.sev]), " ", link(r[R.docs], r[R.id]), " ");
        return item;
      });
    });
  }

  // groupBy gathers the findings that are shown, worst group first.
  function groupBy(shown, by, whole) {
    const groups = new Map();
    for (const i of shown) {
      const f = findings[i];
      const key = by === "rule" ? f[F.rule] * 4 + f[F.sev] : f[F.file];
      let g = groups.get(key);
      if (!g) groups.set(key, g = { key, rule: f[F.rule], file: f[F.file], sev: 0, items: [], whole });
      g.sev = Math.max(g.sev, f[F.sev]);
      g.items.push(i);
    }
    const order = by === "rule" ?
      (a, b) => b.sev - a.sev || (data.rules[a.rule][R.id] < data.rules[b.rule][R.id] ? -1 : 1) :
      (a, b) => b.sev - a.sev || b.items.length - a.items.length || a.file - b.file;
    return [...groups.values()].sort(order);
  }

  // A search for file:PATH means just that file: the tree and the cards ask so.
  // Its name counts as it is, and only where there is none, without case.
  function showFindings() {
    const asked = $("finding-text").value, query = asked.trim().toLowerCase();
    const levels = new Set([...$("finding-tools").querySelectorAll("[type=checkbox]:checked")].map(e => +e.value));
    const by = $("finding-tools").elements.by.value;
    const file = query.startsWith("file:") ? query.slice(5).trim() : null;
    const exact = file !== null && data.files.indexOf(asked.slice(5));
    const words = file === null ? query.split(/\s+/).filter(Boolean) : [];
    const shown = [];
    for (let i = 0; i < findings.length; i++) {
      if (!levels.has(findings[i][F.sev])) continue;
      if (file === null ? words.every(w => hay(i).includes(w)) : exact > -1 ? findings[i][F.file] === exact : fileName(findings[i][F.file]).toLowerCase() === file) shown.push(i);
    }
    const whole = query === "";
    const groups = groupBy(shown, by, whole);
    const list = $("finding-list");
    if (groups.length) chunked(list, groups, 60, by === "rule" ? ruleGroup : pageGroup);
    else list.replaceChildren(el("p", { class: "calm" }, findings.length ? "No finding matches." : "Nothing to report."));
    if (groups.length === 1 || file !== null) for (const d of list.querySelectorAll("details")) d.open = true;
    $("finding-status").textContent = !findings.length ? "" : shown.length === findings.length ?
      `${plural(findings.length, "finding")} of ${plural(groups.length, by)}` :
      `${number(shown.length)} of ${plural(findings.length, "finding")}, of ${plural(groups.length, by)}`;
  }

  function findingsOf(file) {
    $("finding-text").value = "file:" + file;
    for (const e of $("finding-tools").querySelectorAll("[type=checkbox], [value=page]")) e.checked = true;
    showFindings();
    $("findings").scrollIntoView();
    $("findings-title").focus({ preventScroll: true });
  }

  // chips are the numbers of findings of a file; each leads to them.
  function chips(counts, file) {
    const made = [];
    for (let s = 3; s > 0; s--) {
      if (!counts[s]) continue;
      const label = plural(counts[s], nouns[s]);
      if (file === null) {
        made.push(el("span", { class: "sev " + severities[s] }, label));
        continue;
      }
      const b = el("button", { type: "button", class: "chip " + severities[s], "aria-label": label + " of " + file }, label);
      b.addEventListener("click", () => findingsOf(file));
      made.push(b);
    }
    return made;
  }

  // ---- Pages

  const pageOf = new Map(); // index of the file → of the page
  data.pages.forEach((p, i) => pageOf.set(p[P.path], i));
  const countsOf = i => data.counts[i] || [0, 0, 0, 0];
  const total = c => c[1] + c[2] + c[3];

  function picture(p) {
    const image = p[P.image] < 0 ? null : data.images[p[P.image]];
    if (image && image[1]) {
      const img = el("img", { alt: "", decoding: "async" });
      img.src = image[1];
      return img;
    }
    return el("div", { class: "noimage" }, ...(image ? [el("b", {}, image[0]), el("span", {}, image[2])] : [el("span", {}, "no preview image")]));
  }

  function card(i) {
    const p = data.pages[i], file = data.files[p[P.path]];
    const url = p[P.url] || data.root + file.replace(/(^|\/)index\.html$/, "$1").split("/").map(encodeURIComponent).join("/");
    const tags = [];
    if (p[P.status]) tags.push(el("span", { class: "tag" }, data.statuses[p[P.status]] + (p[P.reason] ? ": " + p[P.reason] : "")));
    for (const t of p[P.types]) tags.push(el("span", { class: "tag" }, data.types[t]));
    return el("li", { class: "card" }, picture(p),
      el("div", { class: "body", lang: p[P.lang] },
        el("p", { class: "host" }, data.host),
        el("h3", { dir: "auto", class: p[P.title] ? "" : "lacks" }, p[P.title] || "no title"),
        el("p", { dir: "auto", class: p[P.desc] ? "desc" : "desc lacks" }, p[P.desc] || "no description"),
        el("span", { class: "url" }, link(url, ...path(file)))),
      el("div", { class: "foot" }, ...tags, ...chips(countsOf(p[P.path]), file)));
  }

  function showPages() {
    const words = $("page-text").value.trim().toLowerCase().split(/\s+/).filter(Boolean);
    const show = $("page-show").value;
    const tests = {
      "": () => true,
      canonical: p => !p[P.status],
      other: p => p[P.status],
      found: p => total(countsOf(p[P.path])),
      description: p => !p[P.desc],
      image: p => p[P.image] < 0 || !data.images[p[P.image]][1],
      jsonld: p => !p[P.types].length,
    };
    const shown = [];
    data.pages.forEach((p, i) => {
      if (!tests[show](p)) return;
      const of = words.length ? (data.files[p[P.path]] + "\n" + p[P.title] + "\n" + p[P.desc]).toLowerCase() : "";
      if (words.every(w => of.includes(w))) shown.push(i);
    });
    chunked($("page-list"), shown, 48, card);
    $("page-status").textContent = shown.length === data.pages.length ? plural(shown.length, "HTML file") :
      `${number(shown.length)} of ${plural(data.pages.length, "HTML file")}`;
  }

  // ---- Tree

  function folder() { return { folders: new Map(), files: [], counts: [0, 0, 0, 0], pages: 0 }; }
  const root = folder();
  data.files.forEach((path, i) => {
    if (!path) return;
    const c = countsOf(i), page = pageOf.has(i) ? 1 : 0;
    let at = root;
    const add = () => { at.pages += page; for (let s = 1; s < 4; s++) at.counts[s] += c[s]; };
    const parts = path.split("/");
    const name = parts.pop();
    add();
    for (const part of parts) {
      let next = at.folders.get(part);
      if (!next) at.folders.set(part, next = folder());
      at = next;
      add();
    }
    at.files.push([name, i]);
  });

  function branch(list, f, depth) {
    const found = $("tree-found").checked;
    const entries = [];
    for (const [name, sub] of [...f.folders].sort((a, b) => a[0] < b[0] ? -1 : 1)) {
      if (found && !total(sub.counts)) continue;
      // A folder of nothing but its page is shown as that page.
      const only = !sub.folders.size && sub.files.length === 1 && sub.files[0][0] === "index.html";
      entries.push(only ? [name + "/", sub.files[0][1]] : [name, sub]);
    }
    for (const [name, i] of f.files) if (!found || total(countsOf(i))) entries.push([name, i]);
    chunked(list, entries, 200, ([name, of]) => {
      if (typeof of === "number") {
        const page = data.pages[pageOf.get(of)];
        return el("li", { class: "leaf" }, el("span", { class: "name" }, name),
          page && el("span", { class: "quiet", dir: "auto" }, page[P.title]), ...chips(countsOf(of), data.files[of]));
      }
      const below = el("ul", { class: depth < 7 ? "branch" : "branch deep" });
      const details = el("details", {}, el("summary", {}, el("span", { class: "name folder" }, name + "/"),
        el("span", { class: "quiet" }, plural(of.pages, "page")), ...chips(of.counts, null)), below);
      return el("li", {}, lazily(details, () => branch(below, of, depth + 1)));
    });
  }

  function showTree() {
    const list = el("ul", { class: "branch" });
    $("tree-list").replaceChildren(list);
    branch(list, root, 0);
    if (!list.children.length) $("tree-list").replaceChildren(el("p", { class: "calm" }, "No file has a finding."));
  }

  // ---- Start

  for (const e of document.querySelectorAll(".js")) if (e.id !== "pages" && e.id !== "tree" || data.pages.length) e.hidden = false;
  if (!data.pages.length) for (const a of document.querySelectorAll('.parts [href="#pages"], .parts [href="#tree"]')) a.parentNode.hidden = true;
  if (!findings.length) $("finding-tools").hidden = $("finding-status").hidden = true;
  for (const form of document.querySelectorAll("form")) form.addEventListener("submit", e => e.preventDefault());
  $("finding-text").addEventListener("input", wait(showFindings));
  $("finding-tools").addEventListener("change", showFindings);
  $("page-text").addEventListener("input", wait(showPages));
  $("page-show").addEventListener("change", showPages);
  $("tree-found").addEventListener("change", showTree);
  showFindings();
  const first = $("finding-list").querySelector("details");
  if (first) first.open = true;

  // Cards and tree are made when they come near: the verdict stands first.
  const makers = new Map([[$("pages"), showPages], [$("tree"), showTree]]);
  const near = new IntersectionObserver(entries => {
    for (const e of entries) if (e.isIntersecting && makers.has(e.target)) {
      makers.get(e.target)();
      makers.delete(e.target);
      near.unobserve(e.target);
    }
  }, { rootMargin: "1200px" });
  for (const section of makers.keys()) near.observe(section);

  // A jump lands where it should only if what stands above is there.
  document.querySelector(".parts").addEventListener("click", () => {
    for (const [section, make] of makers) { make(); near.unobserve(section); }
    makers.clear();
  });

  // The part that is being read is marked in the navigation.
  const parts = [...document.querySelectorAll("main > section")];
  const where = new IntersectionObserver(() => {
    const now = parts.filter(s => !s.hidden && s.getBoundingClientRect().top < innerHeight / 3).pop() || parts[0];
    for (const a of document.querySelectorAll(".parts a")) {
      if (a.hash === "#" + now.id) a.setAttribute("aria-current", "true");
      else a.removeAttribute("aria-current");
    }
  }, { threshold: [0, .1, .5], rootMargin: "-30% 0px -60% 0px" });
  for (const s of parts) where.observe(s);
})();
