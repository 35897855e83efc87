import { memoryQuotaStore } from "./memory-quota-store.ts";
import { quotaStoreContract } from "./quota-store-contract.fixture.ts";

quotaStoreContract(async () => {
  let time = 0;
  return {
    store: memoryQuotaStore({ now: () => time }),
    setTime(changed) {
      time = changed;
    },
  };
});
