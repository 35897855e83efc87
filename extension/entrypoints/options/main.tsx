import { drawOwnPage } from "../../ui/own-page.ts";
import { Options } from "./options.tsx";

void drawOwnPage("name", () => <Options />);
