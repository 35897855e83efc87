import type { PopupAsks } from "../../messages/popup.ts";
import { recentProblems } from "../problem-log.ts";
import type { Handlers } from "./handler.ts";

/** What the popup asks. */
export const POPUP_HANDLERS: Handlers<PopupAsks> = { "recent-problems": recentProblems };
