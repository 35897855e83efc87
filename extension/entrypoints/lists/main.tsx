import { drawOwnPage } from "../../ui/own-page.ts";

void drawOwnPage("name", () => <main>…</main>);
