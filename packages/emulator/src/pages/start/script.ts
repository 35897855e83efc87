/**
 * Copies what a button names when it is pressed. A module runs once in a document, however often soft navigation brings it.
 * Browsers have no clipboard for pages of other machines without https: there the text is selected, to be copied by hand.
 */
export const COPY_SCRIPT = `document.addEventListener("click", async ({ target }) => {
  const button = target instanceof Element ? target.closest("button[data-copies]") : null;
  const source = button && document.getElementById(button.dataset.copies);
  if (!source) return;
  let done = "Copied";
  try {
    await navigator.clipboard.writeText(source.textContent);
  } catch {
    getSelection().selectAllChildren(source);
    if (!document.execCommand("copy")) done = "Selected";
  }
  button.textContent = done;
  document.getElementById("copied").textContent = button.getAttribute("aria-label").replace("Copy", done);
  clearTimeout(Number(button.dataset.timer));
  button.dataset.timer = String(setTimeout(() => { button.textContent = "Copy"; }, 1500));
});
`;
