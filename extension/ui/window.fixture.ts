import { Window } from "happy-dom";
import { vi } from "vitest";

// Only this of a browser: a whole environment of one would take the place of what the service runs on.
const page = new Window();
vi.stubGlobal("window", page);
vi.stubGlobal("document", page.document);
vi.stubGlobal("Event", page.Event);
