/** Paths of login and registration; their odd spellings occur only here. */
export const sessionPaths = {
  login: '/pages/user/login/login',
  register: '/pages/user/login/register',
  choose: '/pages/user/login/choose',
  forgot: '/pages/user/login/forgetPassword',
} as const
