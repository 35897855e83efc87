import type { Handler } from "../http/call.ts";
import { watching } from "./repository/watching.ts";

/** Everything that the service does. */
export const HANDLERS: readonly Handler[] = [...watching];
