import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { stat, writeFile } from "node:fs/promises"
import { type AddressInfo, createServer } from "node:net"
import { join } from "node:path"
import { baseUrl } from "../../e2e/support/world.ts"
import { codeOf, confirm, require2fa, setUp, wrong } from "../../support/factors.ts"
import { makeEveryone } from "../../support/people.ts"
import { MailSink } from "../../support/MailSink.ts"
import { call } from "../../support/wire.ts"
import { portalApp, post } from "../../identity/developers/portal/world.ts"
import { aDesk, aSignedInDesk } from "./support/fleet.ts"

const redirect = "http://127.0.0.1:8787/signed-in"
/** A port that was free when the file began. */
const loopback = await new Promise<string>((resolve) => {
  const server = createServer().listen(0, "127.0.0.1", () => {
    const { port } = server.address() as AddressInfo
    server.close(() => resolve(`http://127.0.0.1:${port}/signed-in`))
  })
})

layer(portalApp({ consoleRedirects: [redirect, loopback] }), { excludeTestServices: true })("fleet login", (it) => {
  it.effect(
    "fleet login signs in with the mailed code, keeps the session for its owner alone, and logout ends it",
    () =>
      Effect.gen(function* () {
        const { owner, robot } = yield* makeEveryone
        const url = yield* baseUrl
        const desk = yield* aDesk()
        const running = yield* desk.start(["login", "--url", url, "--portal", url, "--redirect-uri", redirect])
        yield* running.says(/E-mail address: /)
        running.write(`${owner.email}\n`)
        yield* running.says(/Code: /)
        const mail = yield* (yield* MailSink).waitFor(owner.email)
        running.write(`${mail.code === "000000" ? "000001" : "000000"}\n`)
        yield* running.says(/That code is not right/)
        running.write(`${mail.code}\n`)
        const { code, errors } = yield* running.ended
        assert.strictEqual(code, 0, errors)
        assert.include(errors, `Signed in to ${url} as ${owner.email}.`)
        const { mode } = yield* Effect.promise(() => stat(join(desk.folder, "fleet/sessions.json")))
        assert.strictEqual(mode & 0o777, 0o600)

        const listed = yield* desk.fleet(["robots", "--json"])
        assert.strictEqual(JSON.parse(listed.output).id, robot.id, listed.errors)
        const out = yield* desk.fleet(["logout"])
        assert.strictEqual(out.code, 0, out.errors)
        const after = yield* desk.fleet(["robots", "--url", url])
        assert.strictEqual(after.code, 3)
        assert.include(after.errors, "fleet login --url")
      }).pipe(Effect.scoped)
  )

  it.effect("fleet login --browser waits on this machine for the browser to come back, and for no other answer", () =>
    Effect.gen(function* () {
      const { owner, robot } = yield* makeEveryone
      const url = yield* baseUrl
      const desk = yield* aDesk()
      const args = ["login", "--browser", "--url", url, "--portal", url]
      const away = yield* desk.fleet([...args, "--redirect-uri", "https://elsewhere.example/back"])
      assert.strictEqual(away.code, 2)

      const running = yield* desk.start([...args, "--redirect-uri", loopback])
      const [address] = yield* running.says(/http:\S+authorize\S+/)
      assert.strictEqual((yield* Effect.promise(() => fetch(new URL("/other", loopback)))).status, 404)
      const { pathname, search } = new URL(address!)
      const begun = yield* call("GET", pathname + search)
      const flow = {
        id: begun.headers.get("location")!.split("/").at(-1)!,
        cookie: begun.headers.getSetCookie()[0]!.split(";")[0]!,
        state: "",
        verifier: ""
      }
      yield* post(flow, "identify", { email: owner.email })
      const { code } = yield* (yield* MailSink).waitFor(owner.email)
      const { body } = yield* post(flow, "code", { code })
      yield* Effect.promise(() => fetch(body.redirect_to))
      const ended = yield* running.ended
      assert.strictEqual(ended.code, 0, ended.errors)
      assert.include((yield* desk.fleet(["robots"])).output, robot.id)

      const foreign = yield* desk.start([...args, "--redirect-uri", loopback])
      yield* foreign.says(/authorize/)
      yield* Effect.promise(() => fetch(`${loopback}?code=stolen&state=another-one`))
      const refused = yield* foreign.ended
      assert.strictEqual(refused.code, 1)
      assert.include(refused.errors, "sign_in_interrupted")
    }).pipe(Effect.scoped)
  )

  it.effect("fleet login asks for the second factor, and sends who has none and needs one to a browser", () =>
    Effect.gen(function* () {
      const { developer, orgId, owner } = yield* makeEveryone
      const url = yield* baseUrl
      const { secret } = (yield* setUp(owner.token)).body
      const { recovery_codes: codes } = (yield* confirm(owner.token, codeOf(secret))).body
      yield* require2fa(orgId)
      const desk = yield* aDesk()
      const args = ["login", "--url", url, "--portal", url, "--redirect-uri", redirect]
      const first = yield* desk.start(args)
      first.write(`${owner.email}\n`)
      const { code } = yield* (yield* MailSink).waitFor(owner.email)
      first.write(`${code}\n`)
      yield* first.says(/Authenticator code or recovery code/)
      first.write(`${wrong(codeOf(secret))}\n`)
      yield* first.says(/That code is not right/)
      first.write(`${codes[0]}\n`)
      const ended = yield* first.ended
      assert.strictEqual(ended.code, 0, ended.errors)

      const second = yield* desk.start(args)
      second.write(`${developer.email}\n`)
      const mail = yield* (yield* MailSink).waitFor(developer.email)
      second.write(`${mail.code}\n`)
      const sent = yield* second.ended
      assert.strictEqual(sent.code, 3)
      assert.include(sent.errors, "needs a browser")
      assert.include(sent.errors, "--browser")
    }).pipe(Effect.scoped)
  )

  it.effect("fleet login says how to name a redirect address that the service knows", () =>
    Effect.gen(function* () {
      const url = yield* baseUrl
      const desk = yield* aDesk()
      const foreign = yield* desk.fleet([
        "login",
        "--url",
        url,
        "--portal",
        url,
        "--redirect-uri",
        "https://elsewhere.example/back"
      ])
      assert.strictEqual(foreign.code, 3)
      assert.include(foreign.errors, "CONSOLE_REDIRECTS")
      const away = yield* desk.fleet(["login", "--url", "http://127.0.0.1:1", "--portal", "http://127.0.0.1:1"])
      assert.strictEqual(away.code, 4)
    }).pipe(Effect.scoped)
  )

  it.effect("fleet login renews its session once for two commands at the same time", () =>
    Effect.gen(function* () {
      const { owner, robot } = yield* makeEveryone
      const desk = yield* aDesk()
      // Without a known end, the first use renews it.
      const input = JSON.stringify({ access_token: owner.token, refresh_token: owner.refreshToken })
      const login = yield* desk.fleet(["login", "--url", yield* baseUrl, "--tokens", "-"], { input })
      assert.strictEqual(login.code, 0, login.errors)
      const listed = yield* Effect.all(
        Array.from({ length: 3 }, () => desk.fleet(["robots", "--json"])),
        { concurrency: 3 }
      )
      for (const { code, errors, output } of listed) {
        assert.strictEqual(code, 0, errors)
        assert.strictEqual(JSON.parse(output).id, robot.id)
      }
    }).pipe(Effect.scoped)
  )

  it.effect("fleet takes a server key from the environment or a file, which reads and does not configure", () =>
    Effect.gen(function* () {
      const { key, robot } = yield* makeEveryone
      const url = yield* baseUrl
      const desk = yield* aDesk({ FLEET_URL: url })
      const env = { FLEET_KEY: key.token }
      assert.include((yield* desk.fleet(["robots"], { env })).output, robot.name)
      yield* Effect.promise(() => writeFile(join(desk.folder, "key"), `${key.token}\n`))
      assert.include((yield* desk.fleet(["robots", "--key-file", "key"])).output, robot.name)

      const config = yield* desk.fleet(["config", "pull", robot.id], { env })
      assert.strictEqual(config.code, 3)
      assert.include(config.errors, "fleet login")
      const bad = yield* desk.fleet(["robots"], { env: { FLEET_KEY: `srv_${"x".repeat(43)}` } })
      assert.strictEqual(bad.code, 3)
      assert.include(bad.errors, "unauthorized")
      const nobody = yield* desk.fleet(["robots"])
      assert.strictEqual(nobody.code, 3)
      const argument = yield* desk.fleet(["robots", "--key", key.token])
      assert.strictEqual(argument.code, 2)
      assert.include(argument.errors, "secret in the command line")
      assert.notInclude(argument.errors, key.token)
    }).pipe(Effect.scoped)
  )

  it.effect("fleet explains itself, and refuses what it does not know", () =>
    Effect.gen(function* () {
      const desk = yield* aDesk()
      const help = yield* desk.fleet(["--help"])
      assert.strictEqual(help.code, 0)
      const names = [...help.output.matchAll(/^ {2}([a-z]+(?: [a-z]+)?) {2,}/gm)].map(([, name]) => name!)
      assert.lengthOf(names, 15)
      for (const name of names) {
        const { code, output } = yield* desk.fleet([...name.split(" "), "--help"])
        assert.strictEqual(code, 0)
        assert.match(output, new RegExp(`^Usage: fleet ${name}`))
      }
      for (const args of [["fly"], ["config"], ["robots", "--nope"], ["robots", "extra"], ["tail"], ["types"], []]) {
        assert.strictEqual((yield* desk.fleet(args)).code, 2, args.join(" "))
      }
      const lost = yield* desk.fleet(["robots"])
      assert.strictEqual(lost.code, 3)
      assert.include(lost.errors, "FLEET_URL")
    }).pipe(Effect.scoped)
  )

  it.effect("fleet says that a session was ended elsewhere", () =>
    Effect.gen(function* () {
      const { owner } = yield* makeEveryone
      const desk = yield* aSignedInDesk(yield* baseUrl, owner)
      yield* call("POST", "/api/auth/logout", { body: { refresh_token: owner.refreshToken } })
      const { code, errors } = yield* desk.fleet(["robots"])
      assert.strictEqual(code, 3)
      assert.include(errors, "fleet login")
    }).pipe(Effect.scoped)
  )
})
