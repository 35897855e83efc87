import { Window } from "happy-dom";
import { afterAll, beforeAll, vi } from "vitest";

/** Gives the tests of a file a `DOMParser`, which {@link readHtml} needs, and takes it away after the last one. */
export function useDomParser(): void {
  // Only this part of a browser: a complete environment would replace globals that the emulator runs on.
  beforeAll(() => void vi.stubGlobal("DOMParser", new Window().DOMParser));
  afterAll(() => void vi.unstubAllGlobals());
}

/** A document as a browser reads it. */
export const readHtml = (html: string): Document => new DOMParser().parseFromString(html, "text/html");
