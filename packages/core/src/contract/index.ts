// The catalogue: every operation by its name, and nothing else.
export { deleteSubscription, getSubscription, setSubscription } from "./repository/watching.ts";
