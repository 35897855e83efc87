import type { Page } from "playwright-core";

/** How much of the page lies past the window's edge, and whose fault that is. */
export const overflow = (page: Page) =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    const wide = [...document.querySelectorAll("main *, header *")].filter(
      (element) => element.getBoundingClientRect().right > clientWidth + 1,
    );
    return scrollWidth > clientWidth ? wide.slice(0, 3).map((element) => element.outerHTML.slice(0, 120)) : [];
  });
