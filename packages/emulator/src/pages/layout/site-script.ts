/**
 * Script of all pages. It shows the sticky copy of a pull request's header, and navigates between the React apps of a
 * repository as a router does: it replaces their content and pushes a history entry. Turbo does all other navigation.
 */
export const SITE_SCRIPT = `
addEventListener("scroll", () => {
  const bar = document.querySelector(".gh-header-sticky");
  bar?.classList.toggle("is-stuck", bar.getBoundingClientRect().top <= 0);
}, { passive: true });

addEventListener("turbo:frame-load", () => {
  for (const tab of document.querySelectorAll("nav[aria-label=Repository] a")) {
    const isCurrent = tab.pathname === location.pathname;
    tab.classList.toggle("selected", isCurrent);
    if (isCurrent) tab.setAttribute("aria-current", "page");
    else tab.removeAttribute("aria-current");
  }
});

const appOf = (page) => page.querySelector("react-app");
let latest = 0;

/** Opens a page that is not an app. */
function leave(address, push) {
  if (window.Turbo) Turbo.visit(address, { action: push ? "advance" : "replace" });
  else location.assign(address);
}

async function show(address, push) {
  const id = ++latest;
  try {
    const response = await fetch(address, { headers: { accept: "text/html" } });
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    const [from, to] = [appOf(document), appOf(page)];
    if (id !== latest) return;
    if (!response.ok || !from || !to) throw new Error("The page is not an app.");
    if (push) history.pushState({ router: true }, "", address);
    for (const name of ["app-name", "initial-path"]) from.setAttribute(name, to.getAttribute(name));
    from.replaceChildren(...to.children);
    document.title = page.title;
    for (const tab of document.querySelectorAll("nav[aria-label=Repository] a")) {
      const shown = page.getElementById(tab.id);
      if (shown?.hasAttribute("aria-current")) tab.setAttribute("aria-current", "page");
      else tab.removeAttribute("aria-current");
    }
    if (push) scrollTo(0, 0);
  } catch {
    if (id === latest) leave(address, push);
  }
}

addEventListener("click", (event) => {
  const link = event.target instanceof Element ? event.target.closest("a[data-react-nav]") : null;
  if (!link || !appOf(document) || event.defaultPrevented || event.button !== 0) return;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  void show(link.href, true);
});
addEventListener("popstate", ({ state }) => {
  if (!state?.router) return;
  if (appOf(document)) void show(location.href, false);
  else leave(location.href, false);
});
`;
