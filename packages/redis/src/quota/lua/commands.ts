import type { QuotaBlocker, WindowUse } from "@forgehand/core/quota";

/** Names of windows, with the reasons that waits for them have. */
export const WINDOW_REASONS = {
  points: "points",
  content: "content",
  contentPerHour: "content",
  cpu: "cpu",
  writeGap: "write-gap",
} as const satisfies Record<WindowUse["name"], QuotaBlocker["reason"]>;

const reasons = Object.entries(WINDOW_REASONS).map(([name, reason]) => `${name} = "${reason}"`);

/** The changes of the state that commands make. */
export const COMMANDS = `
local WINDOW_REASONS = { ${reasons.join(", ")} }
local RECOVERY_MS = 1000
local LATE_ARRIVAL_MS = 2000
local BURST = 6
local UNKNOWN_EPOCH = -1

local function createState(generation, command, now)
  local backoff = createBackoff()
  -- A state that replaces a lost one grants nothing for a moment, in which all processes can record their usage.
  if known(command.generation) then backoff.pausedUntil = now + RECOVERY_MS end
  return {
    generation = generation,
    time = now,
    ahead = 0,
    windows = {},
    primary = {},
    pending = {},
    backoff = backoff,
    active = 0,
    urgentActive = 0,
    lastStart = 0,
    starts = 0,
  }
end

-- Lists the limits without room for a call, and the times at which they have room again.
local function findBlockers(state, command, costs, now)
  local backoff, blockers = state.backoff, {}
  local function add(reason, freeAt, isPassable)
    table.insert(blockers, { reason = reason, wait = freeAt - now, isPassable = isPassable == true })
  end
  if backoff.pausedUntil > now then add("pause", backoff.pausedUntil) end
  local interval = backoff.epoch > 0 and command.carefulInterval or command.interval
  local inFlight = math.min(known(command.inFlight) or math.huge, backoff.ramp, backoff.limit)
  local ordinaryInFlight = known(command.ordinaryInFlight) or math.huge
  if
    state.active >= inFlight or (not command.isUrgent and state.active - state.urgentActive >= ordinaryInFlight)
  then
    add("concurrency", math.huge)
  elseif state.active >= BURST and now < state.lastStart + interval then
    add("concurrency", state.lastStart + interval, true)
  end
  for _, window in ipairs(state.windows) do
    local cost = costs[window.name] or 0
    if cost ~= 0 and (not window.isAssumed or isLowered(window, now)) then
      local freeAt = windowFreeAt(window, cost, command.isUrgent, now)
      if freeAt > now then add(WINDOW_REASONS[window.name], freeAt) end
    end
  end
  local resource = known(command.resource)
  local freeAt = resource and primaryFreeAt(state, resource, command.isUrgent, now) or now
  if freeAt > now then add("primary", freeAt) end
  return blockers
end

-- Describes the first of these limits, and the longest known wait; null if there are none.
local function describeBlockers(blockers)
  local first = blockers[1]
  if not first then return cjson.null end
  local longest = { reason = "concurrency", wait = 0 }
  for _, blocker in ipairs(blockers) do
    if blocker.wait > longest.wait and blocker.wait < math.huge then
      longest = { reason = blocker.reason, wait = blocker.wait }
    end
  end
  if first.wait == math.huge then first.wait = cjson.null end
  first.longest = longest
  return first
end

local function reserve(state, command, now)
  -- A repeated command has been granted before.
  if redis.call("HEXISTS", FLIGHTS, command.id) == 1 then return cjson.null end
  local costs = {}
  for _, use in ipairs(command.windows) do
    if use.cost ~= 0 then costs[use.name] = use.cost end
    configure(state, use)
  end
  local blocker = describeBlockers(findBlockers(state, command, costs, now))
  if blocker ~= cjson.null then return blocker end
  state.active = state.active + 1
  if command.isUrgent then state.urgentActive = state.urgentActive + 1 end
  state.lastStart = now
  for _, window in ipairs(state.windows) do
    local cost = costs[window.name] or 0
    if cost > 0 then take(window, cost, command.isUrgent) end
  end
  local resource = known(command.resource)
  if resource then addPending(state, resource, 1) end
  state.starts = state.starts + 1
  local flight = {
    start = state.starts,
    isUrgent = command.isUrgent,
    resource = resource,
    epoch = state.backoff.epoch,
    costs = costs,
  }
  redis.call("HSET", FLIGHTS, command.id, cmsgpack.pack(flight))
  redis.call("ZADD", LEASES, exact(now + command.lease), command.id)
  redis.call("PEXPIRE", FLIGHTS, exact(LIFETIME_MS))
  redis.call("PEXPIRE", LEASES, exact(LIFETIME_MS))
  return cjson.null
end

-- Removes a call from those in flight. costOf returns its cost in a window, from what was reserved for it.
local function endFlight(state, id, flight, costOf, countedBy, now)
  redis.call("HDEL", FLIGHTS, id)
  redis.call("ZREM", LEASES, id)
  state.active = state.active - 1
  if flight.isUrgent then state.urgentActive = state.urgentActive - 1 end
  for _, window in ipairs(state.windows) do
    local reserved = flight.costs[window.name] or 0
    if reserved > 0 then
      complete(window, reserved, flight.isUrgent, costOf(window.name, reserved), countedBy, now)
    end
  end
  if flight.resource then addPending(state, flight.resource, -1) end
end

local function readFlight(id)
  local stored = redis.call("HGET", FLIGHTS, id)
  return stored and cmsgpack.unpack(stored)
end

-- Ends the calls whose processes have neither settled nor renewed them. They count as used from the end of their lease.
local function endLeases(state, now)
  local leases = redis.call("ZRANGEBYSCORE", LEASES, "-inf", exact(now), "WITHSCORES")
  local ended = {}
  for index = 1, #leases, 2 do
    local id = leases[index]
    table.insert(ended, { id = id, leaseEnd = tonumber(leases[index + 1]), flight = readFlight(id) })
  end
  table.sort(ended, function(a, b) return a.flight.start < b.flight.start end)
  local function costOf(_, reserved) return reserved end
  for _, call in ipairs(ended) do endFlight(state, call.id, call.flight, costOf, call.leaseEnd, now) end
end

-- Records what the end of a call has shown.
local function recordResult(state, command, epoch, costs, now)
  local backoff = state.backoff
  local response, rejection = known(command.response), known(command.rejection)
  local resource = known(command.resource)
  local rate = response and known(response.rate)
  local deviation = response and response.deviation or 0
  if resource and rate then updatePrimary(state, rate, deviation, now) end
  local isCurrentEpoch = epoch == backoff.epoch
  if not rejection then
    if response and isCurrentEpoch then recordSuccess(backoff, known(command.usual) or math.huge, now) end
    return
  end
  local wait = known(rejection.wait)
  if rejection.spent and wait and resource then
    -- The service may charge a different resource than the contract names; both are exhausted.
    exhaustPrimary(state, resource, wait, deviation, now)
    exhaustPrimary(state, rate and rate.resource or resource, wait, deviation, now)
  elseif isCurrentEpoch then
    startPause(backoff, wait, command.random, now)
    -- If no window was nearly full, the reason is too many concurrent calls, unless no other call was in flight.
    local wasWindowLowered = not isProbing(backoff, state.active + 1)
      and lowerSuspect(state, costs, state.active == 0, now)
    if not wasWindowLowered and state.active > 0 then reduceConcurrency(backoff, state.active) end
  else
    -- A rejection without a retry time adds nothing to the pause that the first rejection of the epoch has set.
    if wait then pause(backoff, wait, command.random, now) end
    lowerFurther(state, costs)
  end
end

-- Records the end of a call, and what its response has shown. Only the latter if the call's lease has ended before.
local function settle(state, command, now)
  local flight = readFlight(command.id)
  if flight then
    local cpuTime = known(command.cpuTime)
    local function costOf(name, reserved)
      if not cpuTime then return 0 end
      return name == "cpu" and cpuTime or reserved
    end
    local countedBy = known(command.response) and now or now + LATE_ARRIVAL_MS
    endFlight(state, command.id, flight, costOf, countedBy, now)
  end
  recordResult(state, command, flight and flight.epoch or UNKNOWN_EPOCH, flight and flight.costs or {}, now)
end

local function renew(command, now)
  for _, id in ipairs(command.ids) do redis.call("ZADD", LEASES, "XX", exact(now + command.lease), id) end
  redis.call("PEXPIRE", FLIGHTS, exact(LIFETIME_MS))
  redis.call("PEXPIRE", LEASES, exact(LIFETIME_MS))
end

local function record(state, command, now)
  local added = {}
  for _, use in ipairs(command.usage) do
    local window = configure(state, use)
    added[window] = added[window] or {}
    if use.cost ~= 0 then
      table.insert(added[window], usedPart(now + math.min(use.freeIn, use.span), use.cost, use.isUrgent))
    end
  end
  for window, parts in pairs(added) do
    table.sort(parts, function(a, b) return a.freeAt < b.freeAt end)
    addUsed(window, parts)
  end
end

-- Changes the state, and returns what keeps a reservation from being granted.
local function apply(state, command, storeTime)
  -- A clock that was set back continues from the time of the last command.
  if storeTime >= state.time then state.ahead = 0 end
  local now = math.max(state.time, storeTime + state.ahead)
  state.ahead = now - storeTime
  state.time = now
  endLeases(state, now)
  if command.type == "reserve" then return reserve(state, command, now) end
  if command.type == "settle" then settle(state, command, now) end
  if command.type == "renew" then renew(command, now) end
  if command.type == "record" then record(state, command, now) end
  return cjson.null
end
`;
