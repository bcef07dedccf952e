// SPDX-License-Identifier: MIT
// The built-in kernels: one row each, with its formulas, its parameters and where the formulas come from.
//
// Bytes are those that must move at least: every operand once, whatever fits into a cache; a kernel that moves more says so. Two FLOP a multiply-add.
#include "model/kernel.h"

#include <math.h>

#define ROOFLINES "\"All About Rooflines\", How to Scale Your Model (jax-ml.github.io/scaling-book/roofline)"
#define SHARDING "\"Sharded Matrices\", How to Scale Your Model (jax-ml.github.io/scaling-book/sharding)"
#define WILLIAMS "Williams, Waterman, Patterson: Roofline, CACM 52(4), 2009"

#define COUNT(name, doc) {name, doc, NAN, NULL, false, true, true}
#define COUNT_OR(name, doc, value) {name, doc, value, NULL, false, true, true}
#define TYPE(name, doc) {name, doc, NAN, NULL, true, false, true}
#define DTYPE TYPE("dtype", "number format; default the precision of the point")
#define DTYPES TYPE("dtype", "number format of all operands; default the precision of the point"), \
	TYPE("dtype_x", "of the activations x, which the product is computed in; default dtype"), TYPE("dtype_w", "of the weights w; default dtype"), \
	TYPE("dtype_y", "of the result y; default dtype_x")

const struct built_in built_in_kernels[] = {
	{"dot", "dot product of two vectors", ROOFLINES, "2*n - 1", "2*n*s + s", NULL, {COUNT("n", "length of the vectors"), DTYPE}},
	{"axpy", "y = a x + y", "level 1 BLAS (Lawson, Hanson, Kincaid, Krogh, ACM TOMS 5(3), 1979): x and y read, y written", "2*n", "3*n*s", NULL,
		{COUNT("n", "length of the vectors"), DTYPE}},
	{"triad", "a = b + q c", "STREAM (McCalpin, 1995), counted as STREAM does: without the read for ownership of a", "2*n", "3*n*s", NULL,
		{COUNT("n", "length of the vectors"), DTYPE}},
	{"gemv", "matrix times vector, m × n by n", "level 2 BLAS (Dongarra, Du Croz, Hammarling, Hanson, ACM TOMS 14(1), 1988): matrix and vector read, result written",
		"2*m*n", "s*(m*n + n + m)", NULL, {COUNT("m", "rows of the matrix"), COUNT("n", "columns of the matrix"), DTYPE}},
	{"matmul", "matrix product, b × d by d × f: activations by weights", ROOFLINES, "2*b*d*f", "sx*b*d + sw*d*f + sy*b*f", NULL,
		{COUNT("b", "rows of the activations: the batch, in tokens"), COUNT("d", "the contracted dimension"), COUNT("f", "columns of the weights"), DTYPES}},
	{"matmul_batched", "a matrix of its own for each of b vectors, d by d × f", ROOFLINES, "2*b*d*f", "sx*b*d + sw*b*d*f + sy*b*f", NULL,
		{COUNT("b", "vectors, and matrices"), COUNT("d", "the contracted dimension"), COUNT("f", "columns of each matrix"), DTYPES}},
	{"matmul_tiled", "matrix product, m × k by k × n, in tiles of tm × tn: the left operand is loaded again for every column of tiles, the right one for every row",
		"Lam, Rothberg, Wolf, ASPLOS 1991; a tile of the result stays in fast memory while k runs", "2*m*n*k",
		"s*(m*k*ceil(n/tn) + k*n*ceil(m/tm) + m*n)", NULL,
		{COUNT("m", "rows of the result"), COUNT("n", "columns of the result"), COUNT("k", "the contracted dimension"), COUNT("tm", "rows of a tile"),
			COUNT("tn", "columns of a tile"), DTYPE}},
	{"matmul_sharded", "matrix product with the contracted dimension d split over chips, all figures per chip; the partial sums go through a ring all-reduce",
		ROOFLINES, "2*b*d*f/chips", "sx*b*d/chips + sw*d*f/chips + sy*b*f", "2*(chips - 1)/chips*sy*b*f",
		{COUNT("b", "rows of the activations: the batch, in tokens"), COUNT("d", "the contracted dimension, of all chips"),
			COUNT("f", "columns of the weights"), COUNT("chips", "chips that share the work"), DTYPES}},
	{"layernorm", "mean, variance, scale and shift of each row",
		"Ba, Kiros, Hinton: Layer Normalization, 2016: 1 FLOP for the mean, 3 for the variance, 2 to normalise, 2 for scale and shift, each an element",
		"8*rows*n", "2*rows*n*s + 2*n*s", NULL, {COUNT("rows", "rows, in tokens"), COUNT("n", "elements of a row"), DTYPE}},
	{"softmax", "softmax of each row, with its maximum subtracted",
		"Milakov, Gimelshein: Online normalizer calculation for softmax, 2018: maximum, difference, exponential, sum and quotient are 1 FLOP each an element",
		"5*rows*n", "2*rows*n*s", NULL, {COUNT("rows", "rows"), COUNT("n", "elements of a row"), DTYPE}},
	{"attention_prefill", "attention of a whole context to itself, without the causal mask (with it: half the FLOP); scores never leave the chip",
		"Dao et al.: FlashAttention, NeurIPS 2022, and FlashAttention-2, ICLR 2024: 4 × context² × head_dim × heads; q, k and v are read and the result written once",
		"4*batch*heads*context^2*head_dim", "2*batch*context*head_dim*(heads*s + kv_heads*skv)", NULL,
		{COUNT("heads", "query heads"), COUNT("kv_heads", "heads of keys and values: fewer with grouped queries"), COUNT("head_dim", "elements of a head"),
			COUNT("context", "tokens of a sequence"), COUNT_OR("batch", "sequences", 1),
			TYPE("dtype", "number format of queries and result; default the precision of the point"), TYPE("dtype_kv", "of keys and values; default dtype")}},
	{"attention_decode", "attention of one new token to a context: the cache of keys and values is read once",
		"Pope et al.: Efficiently Scaling Transformer Inference, MLSys 2023; Dao et al.: FlashAttention, NeurIPS 2022", "4*batch*heads*context*head_dim",
		"2*batch*head_dim*(context*kv_heads*skv + heads*s)", NULL,
		{COUNT("heads", "query heads"), COUNT("kv_heads", "heads of keys and values: fewer with grouped queries"), COUNT("head_dim", "elements of a head"),
			COUNT("context", "tokens in the cache"), COUNT_OR("batch", "sequences", 1),
			TYPE("dtype", "number format of queries and result; default the precision of the point"), TYPE("dtype_kv", "of the cache; default dtype")}},
	{"stencil", "star stencil with constant coefficients: 2 dims radius + 1 neighbours, each read from cache but once",
		WILLIAMS " (stencil: compulsory traffic of one read and one write a point); a product for each neighbour, and their sum",
		"points*(4*dims*radius + 1)", "2*points*s", NULL,
		{COUNT("points", "points of the grid"), COUNT_OR("radius", "neighbours on each side of a point", 1), COUNT_OR("dims", "dimensions of the grid", 3), DTYPE}},
	{"spmv_csr", "sparse matrix times vector, square, compressed rows with 4-byte indices",
		WILLIAMS " (SpMV); Williams et al., SC 2007: value and column of every entry, row pointers, both vectors once", "2*nnz",
		"nnz*(s + 4) + 4*(rows + 1) + 2*rows*s", NULL, {COUNT("rows", "rows of the matrix"), COUNT("nnz", "entries that are not zero"), DTYPE}},
	{"fft", "complex transform of n points, one pass through memory", WILLIAMS " (FFT); Cooley, Tukey, Math. Comp. 19, 1965: 5 n log2 n FLOP", "5*n*log2(n)", "4*n*s",
		NULL, {COUNT("n", "points, of a real and an imaginary number each"), DTYPE}},
	{"allreduce", "ring all-reduce of n numbers, bytes that each chip sends",
		"Patarasuk, Yuan: Bandwidth optimal all-reduce algorithms, JPDC 69(2), 2009; " SHARDING, NULL, NULL, "2*(chips - 1)/chips*n*s",
		{COUNT("n", "numbers that are summed, on every chip"), COUNT("chips", "chips of the ring"), DTYPE}},
	{"allgather", "ring all-gather of n numbers in all, bytes that each chip sends",
		"Thakur, Rabenseifner, Gropp: Optimization of Collective Communication Operations in MPICH, 2005; " SHARDING, NULL, NULL, "(chips - 1)/chips*n*s",
		{COUNT("n", "numbers of the result, on every chip"), COUNT("chips", "chips of the ring"), DTYPE}},
	{0},
};

const struct number_format number_formats[] = {
	{"fp64", 8}, {"fp32", 4}, {"tf32", 4}, {"bf16", 2}, {"fp16", 2}, {"fp8", 1}, {"fp6", 0.75}, {"fp4", 0.5},
	{"int64", 8}, {"int32", 4}, {"int16", 2}, {"int8", 1}, {"int4", 0.5}, {0},
};
