/** Where an operator signs in, with the token that the desk printed when it first started. */
import { layout } from './layout'

/** The form; with what was wrong with the last try, when there was one. */
export function signInPage(problem?: string) {
  return layout(
    'Sign in: support desk',
    <main class="sign-in">
      <h1>Support desk</h1>
      {problem !== undefined && <p role="alert">{problem}</p>}
      <form method="post" action="/ops/sign-in">
        <label for="token">Operator token</label>
        <input id="token" name="token" type="password" autocomplete="current-password" required autofocus />
        <button type="submit">Sign in</button>
      </form>
    </main>,
  )
}
