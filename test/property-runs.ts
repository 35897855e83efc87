import fc from "fast-check";
import { pickSize } from "./test-size.ts";

// Default for properties without a number of runs. Seeds are random, so many quick runs together cover what a full run
// does.
fc.configureGlobal({ numRuns: pickSize(25, 100) });
