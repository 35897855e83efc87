import { OptionsPage } from "../../options-page/options.tsx";
import { drawOwnPage } from "../../ui/own-page.ts";

void drawOwnPage("name", () => <OptionsPage />);
