import { Window } from "happy-dom";
import { afterAll, beforeAll, vi } from "vitest";

/** Provides the globals `window`, `document`, `location` and `Event` for the tests of a file. */
export function useWindow(): void {
  beforeAll(() => {
    // A complete browser environment would replace globals that the emulator depends on.
    const page = new Window();
    vi.stubGlobal("window", page);
    vi.stubGlobal("document", page.document);
    vi.stubGlobal("Event", page.Event);
    vi.stubGlobal("location", page.location);
  });
  afterAll(() => void vi.unstubAllGlobals());
}
