import { renderExtensionPage } from "../../ui/render-extension-page.ts";
import { Welcome } from "./welcome.tsx";

void renderExtensionPage("name", () => <Welcome />);
