import type { ReactNode } from "react"
import { Ended } from "./Ended.tsx"
import { LinkStrip } from "./LinkStrip.tsx"
import { NewVersion } from "./NewVersion.tsx"
import { Trouble } from "./Trouble.tsx"

/** What stands above a page on a bad day. It is loaded at once, after the page: on a bad day it is there. */
const Strips = (): ReactNode => (
  <>
    <div className="link-strip" role="status">
      <Ended />
    </div>
    <LinkStrip />
    <Trouble />
    <NewVersion />
  </>
)

export default Strips
