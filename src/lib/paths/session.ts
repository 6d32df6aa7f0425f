/** The pages that lead into a session. Odd spellings of the wire end here. */
export const sessionPaths = {
  login: '/pages/user/login/login',
  register: '/pages/user/login/register',
  choose: '/pages/user/login/choose',
  forgot: '/pages/user/login/forgetPassword',
} as const
