export { type RedisCacheStoreOptions, redisCacheStore } from "./cache-store.ts";
export { type RedisDeliveryStoreOptions, redisDeliveryStore } from "./delivery-store.ts";
export type { RedisStoreOptions } from "./options.ts";
export { type RedisQuotaStoreOptions, redisQuotaStore } from "./quota/redis-quota-store.ts";
export type {
  IoredisClient,
  IoredisCluster,
  NodeRedisClient,
  NodeRedisCluster,
  NodeRedisSentinel,
  RedisClient,
} from "./redis-client.ts";
