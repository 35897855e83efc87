/**
 * Script of the copy buttons. All pages have it, so that the buttons work as soon as Turbo has shown the page with them.
 * The clipboard API requires HTTPS or localhost. Without it, the text is selected instead.
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
