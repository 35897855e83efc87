import { OptionsPage } from "../../options-page/options-page.tsx";
import { renderExtensionPage } from "../../ui/render-extension-page.ts";

void renderExtensionPage("name", () => <OptionsPage />);
