// Keys of the review page. Every one of them does what a link, a button or a field there does too.
(() => {
  "use strict";

  const page = document.querySelector("[data-review]");
  if (!page) return;

  const find = (key) => page.querySelector(`[data-key="${CSS.escape(key)}"]`);

  const openEditor = () => {
    const editor = find("e");
    if (!editor) return;
    editor.open = true;
    editor.scrollIntoView({ block: "start" });
    editor.querySelector("textarea").focus({ preventScroll: true });
  };

  const focus = (target) => {
    const folded = target.closest("details");
    if (folded) folded.open = true;
    target.scrollIntoView({ block: "center" });
    target.focus({ preventScroll: true });
  };

  const act = {
    j: (target) => target.click(),
    k: (target) => target.click(),
    a: focus,
    r: focus,
    s: focus,
    q: focus,
    o: focus,
    c: focus,
    m: focus,
    e: openEditor,
    "?": (target) => { target.open = !target.open; },
  };

  const isTyping = (element) =>
    element.isContentEditable || /^(?:input|textarea|select)$/i.test(element.tagName);

  // Before the theme's own keys, which also listen on the window: “?” opens our list here.
  window.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && isTyping(event.target)) event.target.blur();
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    const target = act[event.key] && find(event.key);
    if (!target) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    act[event.key](target);
  }, true);

  page.addEventListener("click", (event) => {
    if (event.target.closest("[data-opens]")) {
      event.preventDefault();
      openEditor();
    }
  });
})();
