import { User } from "../objects/user.ts";
import { anyEventFields } from "./common-fields.ts";
import { event } from "./event.ts";
import { allHooks, exceptApps } from "./event-rules.ts";
import { EventPackage } from "./parts/package.ts";

const actions = { published: {}, updated: {} };

/** A version of a package was published or updated. */
export const packageVersion = event("package", exceptApps(), () => ({
  payload: { ...anyEventFields(), sender: User.schema(), package: EventPackage.schema() },
  actions,
}));

/** A version of a package was published or updated; the former name of `package`. */
export const registryPackage = event("registry_package", allHooks("packages"), () => ({
  payload: { ...anyEventFields(), sender: User.schema(), registry_package: EventPackage.schema() },
  actions,
}));
