import fc from "fast-check";
import { sized } from "./effort.ts";

// Properties that name no number of runs. Seeds are random, so many quick runs cover what a full one does.
fc.configureGlobal({ numRuns: sized(25, 100) });
