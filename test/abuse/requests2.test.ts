import { testRequests } from "./requests.ts"

testRequests(1, 2)
