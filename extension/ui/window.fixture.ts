import { Window } from "happy-dom";
import { afterAll, beforeAll, vi } from "vitest";

/** Gives the tests of a file a browser's `window`, `document` and `Event`, and takes them away after the last one. */
export function useWindow(): void {
  beforeAll(() => {
    // Only these parts of a browser: a complete environment would replace globals that the emulator runs on.
    const page = new Window();
    vi.stubGlobal("window", page);
    vi.stubGlobal("document", page.document);
    vi.stubGlobal("Event", page.Event);
  });
  afterAll(() => void vi.unstubAllGlobals());
}
