import type { PGlite } from "@electric-sql/pglite"
import { Effect } from "effect"
import { grant, makeApp, makeOrg, makeRobot, password } from "../support/people.ts"
import { AppUsers } from "@fleet/server/identity/app-users/AppUsers"
import { publish } from "../robots/jobs/world.ts"
import { BridgeActor } from "./actors/BridgeActor.ts"
import { Cloud } from "./actors/Cloud.ts"
import { Operator } from "./actors/Operator.ts"
import { UserActor } from "./actors/UserActor.ts"
import { Observer } from "./checks/Observer.ts"
import { Register } from "./checks/Register.ts"
import { SimDatabase } from "./database/SimDatabase.ts"
import { documents } from "./documents.ts"
import { install } from "./kernel/globals.ts"
import { Kernel } from "./kernel/Kernel.ts"
import { SimChild } from "./kernel/SimChild.ts"
import { type Connection, SimNet } from "./net/SimNet.ts"

/** A role and what it grants of each robot, as a text that is the same for the same grants. */
export interface SimRole {
  readonly id: string
  readonly name: string
  /** `robot/slug`, in order. */
  readonly grants: Register<ReadonlyArray<string>>
}

export interface SimUser {
  readonly actor: UserActor
  readonly role: Register<string>
  readonly status: Register<"active" | "blocked" | "deleted">
}

export interface SimRobotEntry {
  readonly id: string
  readonly actor: BridgeActor
  readonly name: Register<string>
  readonly version: Register<number>
  readonly token: Register<string>
}

const everything = ["battery", "dock", "drive", "pose", "reset", "undock"]

const people = Effect.gen(function* () {
  const { orgId, owner } = yield* makeOrg
  const robots = [yield* makeRobot(owner.caller, "Alpha"), yield* makeRobot(owner.caller, "Beta")]
  for (const { robot } of robots) yield* publish(owner.caller, robot.id, documents[0]!)
  const { app, observe, operate } = yield* makeApp(
    owner.caller,
    robots.map(({ robot }) => robot.id)
  )
  const granted = Object.fromEntries(robots.map(({ robot }) => [robot.id, everything]))
  for (const { id } of [observe, operate]) yield* grant(owner.caller, app, id, granted)
  const users = []
  for (const [index, role] of [observe, operate, operate].entries()) {
    const email = `user${index}@example.com`
    const user = yield* (yield* AppUsers).create(owner.caller, app, { email, password, role_id: role.id })
    users.push({ id: user.id, email, role: role.id })
  }
  return { orgId, owner, robots, app, roles: [observe, operate], users }
})

/** A whole world: a service on its database, robots with their bridges, app users and an operator. */
export class World {
  readonly kernel: Kernel
  readonly net: SimNet
  readonly database: SimDatabase
  readonly pglite: PGlite
  readonly cloud: Cloud
  readonly observer: Observer
  operator!: Operator
  robots: ReadonlyArray<SimRobotEntry> = []
  users: ReadonlyArray<SimUser> = []
  roles: ReadonlyArray<SimRole> = []
  appId = ""
  orgId = ""
  private readonly undo: () => void
  private readonly listeners = process.stdin.listeners("end")

  constructor(seed: number, pglite: PGlite, keepsTrace: boolean) {
    this.kernel = new Kernel(seed, keepsTrace)
    this.net = new SimNet(this.kernel)
    this.pglite = pglite
    this.database = new SimDatabase(this.kernel, pglite)
    this.cloud = new Cloud(this.kernel, this.net, this.database)
    this.observer = new Observer(this.kernel)
    this.net.onDial = (connection) => this.listenIn(connection)
    this.undo = install(this.kernel, {
      connect: (process, host) => this.net.dial(process, host),
      fork: (process, program) => new SimChild(this.kernel, process, program)
    })
  }

  /** Starts the service, and makes everything that the acts are about. */
  async begin(): Promise<void> {
    const { kernel } = this
    await this.cloud.start()
    const made = await this.cloud.run(people)
    this.orgId = made.orgId
    this.appId = made.app.id
    this.operator = new Operator(kernel, this.net, made.owner.token)
    const slugs = made.robots.flatMap(({ robot }) => everything.map((slug) => `${robot.id}/${slug}`))
    this.roles = made.roles.map(({ id, name }) => ({ id, name, grants: new Register(kernel, slugs.toSorted()) }))
    this.robots = made.robots.map(({ robot, token }) => ({
      id: robot.id,
      actor: new BridgeActor(kernel, this.net, robot.name, token),
      name: new Register(kernel, robot.name),
      version: new Register(kernel, 1),
      token: new Register(kernel, token)
    }))
    this.users = made.users.map(({ email, id, role }, index) => ({
      actor: new UserActor(
        kernel,
        this.net,
        { id, name: `user${index}`, email, password, app: made.app.identifier },
        (index + 1) * 100_000
      ),
      role: new Register(kernel, role),
      status: new Register<"active" | "blocked" | "deleted">(kernel, "active")
    }))
  }

  /** Puts the computer's own functions back. Killed services have left listeners on this program's input. */
  end(): void {
    this.undo()
    for (const listener of process.stdin.listeners("end"))
      if (!this.listeners.includes(listener)) process.stdin.off("end", listener as () => void)
  }

  /** Whether an app user may be sent something of a slug, as far as answers to the operator tell. */
  mayHear({ role, status }: SimUser, robotId: string, slug: string): boolean {
    if (!status.possible.includes("active")) return false
    const possible = role.possible
    return this.roles.some(
      ({ grants, id }) => possible.includes(id) && grants.possible.some((all) => all.includes(`${robotId}/${slug}`))
    )
  }

  private listenIn(connection: Connection): void {
    const { name } = connection.client.process
    const user = this.users.find(({ actor }) => actor.process === connection.client.process)
    if (user !== undefined)
      return this.observer.reader(connection, { name, mayHear: (robotId, slug) => this.mayHear(user, robotId, slug) })
    if (this.robots.some(({ actor }) => actor.process === connection.client.process))
      this.observer.bridge(connection, name)
  }
}
