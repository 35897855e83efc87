import { type Delivery, type DeliverySummary, deliveryId } from "../state/deliveries.ts";
import { parseDeliveryBody } from "../state/delivery-body.ts";

/** Renders a webhook delivery in a list. */
export function renderDelivery(delivery: DeliverySummary) {
  return {
    id: deliveryId(delivery.sequence),
    guid: delivery.guid,
    delivered_at: new Date(delivery.delivered_at).toISOString(),
    redelivery: delivery.redelivery,
    duration: delivery.duration,
    status: delivery.status,
    status_code: delivery.status_code,
    event: delivery.event,
    action: delivery.action,
    installation_id: delivery.installation_id,
    repository_id: delivery.repository_id,
    throttled_at: null,
  };
}

/** Renders a webhook delivery with its request and response. */
export function renderFullDelivery(delivery: Delivery) {
  return {
    ...renderDelivery(delivery),
    url: delivery.url,
    request: { headers: delivery.request_headers, payload: parseDeliveryBody(delivery.request_body) },
    response: { headers: delivery.response_headers, payload: delivery.response_body },
  };
}
