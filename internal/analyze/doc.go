// Package analyze turns text into tokens: at index time, at query time, and
// for word vectors. It imports the standard library and x/text only.
//
// All analysers fold with NFKC and lower case and handle mixed text: runs of
// letters and digits are words, runs of CJK characters are cut into n-grams.
// Nothing is stemmed and no stop words are dropped. Traditional and simplified
// Chinese are not folded into one: a query finds the form it is written in.
package analyze
