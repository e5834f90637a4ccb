import "./DesignPage.css"
import { Page, PageHeading } from "../kit/Page.tsx"
import { Controls } from "./Controls.tsx"
import { Messages } from "./Messages.tsx"
import { Things } from "./Things.tsx"

/** The kit in every state, for those who build with it: the service has it at /dev/design of the demo alone. In English. */
export const DesignPage = () => (
  <Page crumbs={[{ text: "Design" }]}>
    <div lang="en" className="design">
      <PageHeading>The kit in every state</PageHeading>
      <Controls />
      <Things />
      <Messages />
    </div>
  </Page>
)
