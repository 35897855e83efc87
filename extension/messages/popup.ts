import type { Ask } from "./page.ts";

export interface PopupAsks {
  "recent-problems": Ask<object, readonly { readonly at: number; readonly text: string; readonly where: string }[]>;
}
