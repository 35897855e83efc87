import { describe, expect, test } from "vitest";
import { LEVELS, startService } from "./deliveries.fixture.ts";
import { each, idsIn, pageOf } from "./hooks.fixture.ts";

describe.for(LEVELS)("deliveries of a webhook of the %s", (level) => {
  test("pages by cursor lead to each once, forwards and back, whatever comes in between", async () => {
    await using service = await startService(level);
    await service.happen(7);
    const all = idsIn(await service.list());
    expect(all).toHaveLength(7);
    for (const size of [1, 3, 6, 7, 100]) {
      const pages: string[][] = [];
      let told = await service.list(`?per_page=${size}`);
      expect(pageOf(told, "prev")).toBeUndefined();
      for (;;) {
        pages.push(idsIn(told));
        const next = pageOf(told, "next");
        if (next === undefined) break;
        expect(next).toContain(`per_page=${size}`);
        told = await service.ask(`GET ${next}`);
      }
      expect(pages.flat()).toEqual(all);
      expect(pages.map(({ length }) => length)).toEqual(pages.map((_, n) => Math.min(size, 7 - n * size)));
      const back: string[][] = [pages.at(-1) ?? []];
      for (let prev = pageOf(told, "prev"); prev !== undefined; prev = pageOf(told, "prev")) {
        told = await service.ask(`GET ${prev}`);
        back.unshift(idsIn(told));
      }
      expect(back).toEqual(pages);
    }
    const first = await service.list("?per_page=3");
    await service.happen(2);
    await service.emulator.control.settled();
    const second = await service.ask(`GET ${pageOf(first, "next")}`);
    expect(idsIn(second)).toEqual(all.slice(3, 6));
    expect(idsIn(await service.ask(`GET ${pageOf(second, "prev")}`))).toEqual(all.slice(0, 3));
  });

  test("pages of failures alone", async () => {
    await using service = await startService(level);
    for (const status of [500, 200, 500, 200, 500, 200]) {
      service.receiver.answer(status);
      await service.happen(1);
      await service.emulator.control.settled();
    }
    const first = await service.list("?status=failure&per_page=2");
    expect(each(first, "status_code")).toEqual([500, 500]);
    const second = await service.ask(`GET ${pageOf(first, "next")}`);
    expect(each(second, "status_code")).toEqual([500]);
    expect(pageOf(second, "next")).toBeUndefined();
    expect(idsIn(await service.ask(`GET ${pageOf(second, "prev")}`))).toEqual(idsIn(first));
  });

  test("a cursor that never was", async () => {
    await using service = await startService(level);
    for (const cursor of ["nonsense", "djFfMQ", "%20"]) {
      expect((await service.list(`?cursor=${cursor}`)).status).toBe(400);
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
] as const)("of a webhook of the %s, edition %s, records are kept for %i days", async ([level, edition, days]) => {
  await using service = await startService(level, {}, { edition });
  const { clock } = service.emulator.control;
  await service.happen(1);
  const [old] = idsIn(await service.list());
  clock.advance(days * DAY - 60);
  await service.happen(1);
  const [recent] = idsIn(await service.list());
  expect(idsIn(await service.list())).toEqual([recent, old]);
  expect((await service.ask(`GET ${service.deliveries}/${old}`)).status).toBe(200);
  clock.advance(61);
  expect(idsIn(await service.list())).toEqual([recent]);
  expect(idsIn(await service.list("?status=success"))).toEqual([recent]);
  expect((await service.ask(`GET ${service.deliveries}/${old}`)).status).toBe(404);
  expect((await service.ask(`POST ${service.deliveries}/${old}/attempts`)).status).toBe(404);
  expect((await service.ask(`POST ${service.deliveries}/${recent}/attempts`)).status).toBe(202);
  await service.emulator.control.settled();
  expect(service.receiver.received).toHaveLength(3);
});
