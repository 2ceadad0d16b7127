// Copies the command beside a button. Without this script a click on the command selects it.
(() => {
  "use strict";

  const copy = async (button) => {
    const text = button.parentElement.querySelector("pre");
    getSelection().selectAllChildren(text);
    // Where the page is not reached over https, a browser has no clipboard: then it is selected.
    if (navigator.clipboard) await navigator.clipboard.writeText(text.textContent);
  };

  for (const button of document.querySelectorAll("[data-copy]")) {
    button.addEventListener("click", () => copy(button).catch(() => {}));
  }
})();
