import { writeOperations } from './contract.mjs'

/** The tests run against the contract as it is now. */
export const setup = writeOperations
