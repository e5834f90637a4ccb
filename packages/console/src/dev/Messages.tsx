import { FleetError } from "@fleet/sdk"
import { Button } from "../kit/Button.tsx"
import { Card } from "../kit/Card.tsx"
import { Empty } from "../kit/Empty.tsx"
import { Bot } from "../kit/icons.ts"
import { Note } from "../kit/Note.tsx"
import { Part } from "../kit/Part.tsx"
import { Problem } from "../kit/Problem.tsx"
import { ReadProblem } from "../kit/ReadProblem.tsx"
import { Skeleton } from "../kit/Skeleton.tsx"
import { Tag } from "../kit/Tag.tsx"
import { Section } from "./Section.tsx"

const tones = ["idle", "run", "ok", "warn", "bad", "unsure"] as const

/** A part with a fault: the page around it lives on. */
const Broken = (): never => {
  throw new Error("This part has a fault, to show what is then seen.")
}

const readBefore = {
  error: new FleetError("internal", "The service failed at this."),
  data: [],
  dataUpdatedAt: Date.UTC(2026, 0, 12, 11, 2, 40),
  refetch: () => undefined
}

/** What is said: notes, problems, nothing, not yet. */
export const Messages = () => (
  <>
    <Section name="Note">
      {tones.map((tone) => (
        <Note key={tone} tone={tone} acts={<Button size="small">Open live</Button>}>
          <strong>{tone}</strong>: what is true now, and what to do about it.
        </Note>
      ))}
    </Section>
    <Section name="Problem, ReadProblem, and Part with a fault">
      <Problem
        error={new FleetError("forbidden", "Your tier does not allow this.", { requestId: "4f2ab1c0" })}
        onRetry={() => undefined}
      />
      <Problem error={new Error("What is no answer of the service.")} />
      <ReadProblem of={readBefore} />
      <Part name="Latency">
        <Broken />
      </Part>
    </Section>
    <Section name="Empty and Skeleton">
      <Empty icon={Bot} title="Connect your first robot." act={<Button kind="primary">Connect a robot</Button>}>
        It takes one command on the robot, or none: the simulator is a rover with a camera.
      </Empty>
      <Skeleton lines={3} />
    </Section>
    <Section name="Card">
      <Card title="Battery" kind="datapoint" aside="5 Hz" footer={<Button size="small">Table</Button>}>
        81 %
      </Card>
      <Card title="a_name_that_others_gave_and_that_is_longer_than_its_card_has_room_for" foreign aside={<Tag>v3</Tag>}>
        Its name ends in dots.
      </Card>
    </Section>
  </>
)
