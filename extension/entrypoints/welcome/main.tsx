import { drawOwnPage } from "../../ui/own-page.ts";
import { Welcome } from "./welcome.tsx";

void drawOwnPage("name", () => <Welcome />);
