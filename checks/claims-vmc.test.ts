import { testClaims } from './claims-of.test.helper.js';

testClaims((topic) => topic === 'vmc');
