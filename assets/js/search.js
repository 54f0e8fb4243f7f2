// Search over the static index that Pagefind has built beside the pages (make site). Nothing of the index is loaded
// before somebody types. The form is hidden in the HTML, so that without scripts nothing is offered that does not work.
const form = document.querySelector(".find");
const input = form.querySelector("input");
const list = form.querySelector("ul");
const status = form.querySelector("output");
const shown = 8;

let index; // the promise of Pagefind's own module

function load() {
  index ??= import(form.dataset.index + "pagefind.js").then(async (pagefind) => {
    await pagefind.options({ baseUrl: form.dataset.base, excerptLength: 18 });
    await pagefind.init();
    return pagefind;
  });
  return index;
}

// An excerpt is text in which Pagefind has set <mark> around what was found and has escaped the other angle brackets. Text
// it stays: a mark is the only element that is made of it.
function marked(excerpt) {
  return excerpt.split(/<mark>(.*?)<\/mark>/s).map((part, i) => {
    const text = part.replaceAll("&lt;", "<").replaceAll("&gt;", ">");
    if (i % 2 === 0) return text;
    const mark = document.createElement("mark");
    mark.textContent = text;
    return mark;
  });
}

function entry({ url, meta, excerpt }) {
  const item = document.createElement("li");
  const link = item.appendChild(document.createElement("a"));
  link.href = url;
  link.textContent = meta.title;
  item.appendChild(document.createElement("p")).append(...marked(excerpt));
  return item;
}

async function search() {
  const words = input.value.trim();
  if (!words) {
    list.replaceChildren();
    status.textContent = "";
    return;
  }
  const pagefind = await load();
  const search = await pagefind.debouncedSearch(words, {}, 150);
  if (search === null) return; // somebody typed on
  const found = await Promise.all(search.results.slice(0, shown).map((result) => result.data()));
  if (words !== input.value.trim()) return;
  list.replaceChildren(...found.map(entry));
  const n = search.results.length;
  status.textContent = n === 0 ? "Nothing found" : n === 1 ? "1 page" : n > shown ? `The best ${shown} of ${n} pages` : `${n} pages`;
}

function close() {
  list.replaceChildren();
  status.textContent = "";
}

input.addEventListener("focus", load, { once: true });
input.addEventListener("input", search);
form.addEventListener("submit", (event) => {
  event.preventDefault();
  list.querySelector("a")?.click();
});
form.addEventListener("keydown", (event) => {
  const links = [...list.querySelectorAll("a")];
  const at = links.indexOf(document.activeElement);
  if (event.key === "Escape") {
    input.value = "";
    close();
    input.focus();
  } else if (event.key === "ArrowDown" && links.length > at + 1) {
    event.preventDefault();
    links[at + 1].focus();
  } else if (event.key === "ArrowUp" && at >= 0) {
    event.preventDefault();
    (links[at - 1] ?? input).focus();
  }
});
document.addEventListener("click", (event) => {
  if (!form.contains(event.target)) close();
});
document.addEventListener("keydown", (event) => {
  if (event.key === "/" && !event.ctrlKey && !event.metaKey && !event.target.closest("input, textarea, select, [contenteditable]")) {
    event.preventDefault();
    input.focus();
  }
});
form.hidden = false;
