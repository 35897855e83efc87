import { describe, expect, test } from "vitest";
import { LEVELS, startWebhookService } from "./deliveries.fixture.ts";
import { deliveryIds, fieldValues, pageLink } from "./hooks.fixture.ts";

describe.for(LEVELS)("deliveries of a %s webhook", (level) => {
  test("are listed once each in both directions, even if new ones arrive", async () => {
    await using service = await startWebhookService(level);
    await service.triggerEvents(7);
    const all = deliveryIds(await service.listDeliveries());
    expect(all).toHaveLength(7);
    for (const size of [1, 3, 6, 7, 100]) {
      const pages: string[][] = [];
      let page = await service.listDeliveries(`?per_page=${size}`);
      expect(pageLink(page, "prev")).toBeUndefined();
      for (;;) {
        pages.push(deliveryIds(page));
        const next = pageLink(page, "next");
        if (next === undefined) break;
        expect(next).toContain(`per_page=${size}`);
        page = await service.requestAsOwner(`GET ${next}`);
      }
      expect(pages.flat()).toEqual(all);
      expect(pages.map(({ length }) => length)).toEqual(pages.map((_, n) => Math.min(size, 7 - n * size)));
      const backwards: string[][] = [pages.at(-1) ?? []];
      for (let prev = pageLink(page, "prev"); prev !== undefined; prev = pageLink(page, "prev")) {
        page = await service.requestAsOwner(`GET ${prev}`);
        backwards.unshift(deliveryIds(page));
      }
      expect(backwards).toEqual(pages);
    }
    const first = await service.listDeliveries("?per_page=3");
    await service.triggerEvents(2);
    await service.emulator.control.settled();
    const second = await service.requestAsOwner(`GET ${pageLink(first, "next")}`);
    expect(deliveryIds(second)).toEqual(all.slice(3, 6));
    expect(deliveryIds(await service.requestAsOwner(`GET ${pageLink(second, "prev")}`))).toEqual(all.slice(0, 3));
  });

  test("can be filtered by failure, in pages", async () => {
    await using service = await startWebhookService(level);
    for (const status of [500, 200, 500, 200, 500, 200]) {
      service.receiver.setResponse(status);
      await service.triggerEvents(1);
      await service.emulator.control.settled();
    }
    const first = await service.listDeliveries("?status=failure&per_page=2");
    expect(fieldValues(first, "status_code")).toEqual([500, 500]);
    const second = await service.requestAsOwner(`GET ${pageLink(first, "next")}`);
    expect(fieldValues(second, "status_code")).toEqual([500]);
    expect(pageLink(second, "next")).toBeUndefined();
    expect(deliveryIds(await service.requestAsOwner(`GET ${pageLink(second, "prev")}`))).toEqual(deliveryIds(first));
  });

  test("reject an invalid cursor", async () => {
    await using service = await startWebhookService(level);
    for (const cursor of ["nonsense", "djFfMQ", "%20"]) {
      expect((await service.listDeliveries(`?cursor=${cursor}`)).status).toBe(400);
    }
  });
});

const DAY = 86_400;

test.for([
  ["repository", "all", 3],
  ["repository", "github.com", 3],
  ["repository", "enterprise-cloud", 3],
  ["repository", "self-hosted", 7],
  ["organization", "self-hosted", 7],
  ["app", "self-hosted", 7],
] as const)("keeps records of a %s webhook in edition %s for %i days", async ([level, edition, days]) => {
  await using service = await startWebhookService(level, {}, { edition });
  const { clock } = service.emulator.control;
  await service.triggerEvents(1);
  const [old] = deliveryIds(await service.listDeliveries());
  clock.advance(days * DAY - 60);
  await service.triggerEvents(1);
  const [recent] = deliveryIds(await service.listDeliveries());
  expect(deliveryIds(await service.listDeliveries())).toEqual([recent, old]);
  expect((await service.requestAsOwner(`GET ${service.deliveriesPath}/${old}`)).status).toBe(200);
  clock.advance(61);
  expect(deliveryIds(await service.listDeliveries())).toEqual([recent]);
  expect(deliveryIds(await service.listDeliveries("?status=success"))).toEqual([recent]);
  expect((await service.requestAsOwner(`GET ${service.deliveriesPath}/${old}`)).status).toBe(404);
  expect((await service.requestAsOwner(`POST ${service.deliveriesPath}/${old}/attempts`)).status).toBe(404);
  expect((await service.requestAsOwner(`POST ${service.deliveriesPath}/${recent}/attempts`)).status).toBe(202);
  await service.emulator.control.settled();
  expect(service.receiver.received).toHaveLength(3);
});
