import type { Page } from "playwright-core";

/** Returns the elements that extend beyond the right edge of the window, if the page overflows horizontally. */
export const findOverflow = (page: Page) =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    const overflowing = [...document.querySelectorAll("main *, header *")].filter(
      (element) => element.getBoundingClientRect().right > clientWidth + 1,
    );
    return scrollWidth > clientWidth ? overflowing.slice(0, 3).map((element) => element.outerHTML.slice(0, 120)) : [];
  });
