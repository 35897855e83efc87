import { createRepositoryDispatch } from "@forgehand/core/operations";
import { repositoryDispatchEvent } from "../../deliveries/events/dispatches.ts";
import { repositoryHandler, requireActor } from "../../http/handler.ts";
import { HttpError } from "../../http-error.ts";

/** Maximum number of fields in a payload, as documented by GitHub. */
const MAX_FIELDS = 10;

export const dispatches = [
  repositoryHandler(createRepositoryDispatch, ({ event_type: action, client_payload = {} }, call) => {
    const { context, repository } = call;
    const fields = Object.keys(client_payload).length;
    if (action === "") throw new HttpError(422, 'Invalid request.\n\n"event_type" wasn\'t supplied.');
    if (fields > MAX_FIELDS) {
      const message = `No more than ${MAX_FIELDS} properties are allowed; ${fields} were supplied.`;
      throw new HttpError(422, `Invalid request.\n\n${message}`);
    }
    const event = repositoryDispatchEvent(context, repository, requireActor(call), { action, client_payload });
    context.deliveries.emit(repository.id, event);
  }),
];
